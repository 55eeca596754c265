# The program and its solvers; a folder of the host goes to /work:
#   docker build -t ensures . && docker run --rm -v "$PWD:/work" ensures verify src
FROM golang:1.26 AS build
WORKDIR /source
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -modfile="$(.ci/chat-client)" -trimpath -ldflags='-s -w' -o /ensures ./cmd/ensures

FROM debian:stable-slim
# The solvers are those of the release: Debian keeps no other version of them.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates cvc5 git z3 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --create-home --uid 1000 ensures
COPY --from=build /ensures /usr/local/bin/ensures
COPY LICENSE THIRD_PARTY_NOTICES /usr/share/doc/ensures/
USER 1000
WORKDIR /work
ENTRYPOINT ["ensures"]
