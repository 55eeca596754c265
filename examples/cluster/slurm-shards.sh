#!/bin/bash
# sbatch --array=1-16 slurm-shards.sh tasks.jsonl runs/guided
# When all are done: ensures bench report runs/guided/part-* --format html --output report.html
#SBATCH --job-name=ensures
#SBATCH --cpus-per-task=8
#SBATCH --time=04:00:00
#SBATCH --requeue
# A minute before the end tasks in flight may finish, and nothing is begun.
#SBATCH --signal=INT@60
set -euo pipefail
dataset=$1 run=$2
exec ensures bench run --drain 50s --dataset "$dataset" --engine guided \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --workers "$SLURM_CPUS_PER_TASK" \
  --resume --out "$run/part-$SLURM_ARRAY_TASK_ID"
