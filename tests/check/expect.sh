#!/bin/sh
# Runs a program and asks awk about what it printed: expect.sh 'AWK PROGRAM' PROGRAM ARGUMENTS...
# Fails if the program fails, or if awk ends with another exit code than 0.
set -u
question=$1
shift
said=$("$@")
code=$?
printf '%s\n' "$said"
if [ $code != 0 ]; then
  echo "expect: the program ended with $code" >&2
  exit 1
fi
printf '%s\n' "$said" | awk "function near(x, y, by) { d = x - y; return (d < 0 ? -d : d) <= by } $question" || {
  echo "expect: that is not what was expected: $question" >&2
  exit 1
}
