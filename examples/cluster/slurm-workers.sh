#!/bin/bash
# On a machine that the nodes reach, with a token in ENSURES_QUEUE_TOKEN:
#   ensures-queue --listen :4222 --store runs/queue &
#   ensures bench run --dataset tasks.jsonl --engine guided --queue nats://host:4222 --workers 0 --resume --out runs/guided
# and then, for the workers:
#   sbatch --array=1-16 slurm-workers.sh nats://host:4222
#SBATCH --job-name=ensures-worker
#SBATCH --cpus-per-task=8
#SBATCH --time=04:00:00
#SBATCH --signal=INT@60
set -euo pipefail
exec ensures bench worker --drain 50s --queue "$1" --workers "$SLURM_CPUS_PER_TASK" --wait 5m
