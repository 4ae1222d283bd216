# The worker in a slim image. What an agent's commands need beside it is
# bash, git and bubblewrap; everything else is the operator's to add.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /worker ./cmd/worker

FROM debian:bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends bash bubblewrap ca-certificates git \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 1000 --create-home --shell /bin/bash agent \
 && install -d -o agent -g agent -m 0700 /var/lib/passepartout /home/agent/ws
COPY --from=build /worker /usr/local/bin/worker
USER agent
WORKDIR /home/agent
ENV PASSEPARTOUT_STATE_DIR=/var/lib/passepartout \
    PASSEPARTOUT_WORKSPACE=/home/agent/ws
VOLUME /var/lib/passepartout
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/worker"]
CMD ["run"]
