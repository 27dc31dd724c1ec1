#!/bin/sh
# Runs the Bun that installed the dependencies, or the one that npx downloads.
bun=$(cat node_modules/.plat-bun 2> /dev/null)
if [ -x "$bun" ]; then exec "$bun" "$@"; fi
exec npx -y bun@1.4.5 "$@"
