import { createInterface } from 'node:readline/promises';
import { configurationFolder } from './profile/folders.ts';
import { run } from './program.ts';
import { printable } from './terminal/printable.ts';
import type { Output } from './terminal/context.ts';

/** Exit code of a failure that is a defect of pis. */
const BROKEN = 1;

// Files that are written contain account numbers. Only this user may read them.
process.umask(0o077);

const interrupted = new AbortController();
process.once('SIGINT', () => {
  interrupted.abort();
});
process.once('SIGTERM', () => {
  interrupted.abort();
});
// The reader may have closed the pipe (`… | head`). The exit code still reports the result.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') process.exitCode = BROKEN;
  });
}

const isAsking = process.stdin.isTTY && process.stderr.isTTY;
process.exitCode = await run(
  {
    out: outputOf(process.stdout),
    err: outputOf(process.stderr),
    ...(isAsking ? { ask } : {}),
    today: new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(new Date()),
    now: Date.now,
    folder: configurationFolder(process.env),
    signal: interrupted.signal,
  },
  process.argv.slice(2),
);

function outputOf(stream: NodeJS.WriteStream): Output {
  const isTerminal = stream.isTTY;
  const { NO_COLOR: noColour = '' } = process.env;
  return {
    isTerminal,
    hasColours: isTerminal && noColour === '' && stream.hasColors(),
    write: (text) => void stream.write(isTerminal ? printable(text) : text),
  };
}

async function ask(question: string, withdrawn?: AbortSignal): Promise<string> {
  const signals = [interrupted.signal, ...(withdrawn === undefined ? [] : [withdrawn])];
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question, { signal: AbortSignal.any(signals) });
  } finally {
    reader.close();
  }
}
