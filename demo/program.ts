import { UnexpectedAnswer } from '../test-client/answer.ts';
import { NoAnswer } from '../test-client/transport.ts';
import { UnexpectedResult } from './expect.ts';
import { createScreen, duration, type Screen } from './terminal.ts';

/**
 * Exit codes. The first is for an unexpected result, the second for wrong arguments, and the third
 * for Ctrl-C, as shells report it.
 */
const FAILED = 1;
const MISUSED = 2;
const INTERRUPTED = 130;

/** A demo, and how the user starts it. */
interface Program {
  readonly command: string;
  /** Description in the help text. */
  readonly about: string;
}

/** Runs the steps of a demo and writes to the screen. Stops when the user interrupts it. */
type DemoSteps = (screen: Screen, interrupted: AbortSignal) => Promise<void>;

/** Functions that end what a demo has started. The last one is called first. */
export type Cleanups = (() => unknown)[];

/**
 * Returns the steps of a demo that ends everything it has started, also if it fails. If it
 * succeeds, they print the verdict and the duration.
 */
export function endingAll(
  verdict: string,
  run: (screen: Screen, interrupted: AbortSignal, cleanups: Cleanups) => Promise<void>,
): DemoSteps {
  return async (screen, interrupted) => {
    const cleanups: Cleanups = [];
    const started = performance.now();
    try {
      await run(screen, interrupted, cleanups);
      const took = duration(performance.now() - started);
      screen.line();
      screen.line(`${screen.style(['bold', 'green'], verdict)}, in ${took}. All data is removed.`);
      screen.line();
    } finally {
      for (const cleanUp of cleanups.reverse()) await cleanUp();
    }
  };
}

/** Runs a demo and returns its exit code. Demos take no options. */
export async function runProgram(
  { command, about }: Program,
  runSteps: DemoSteps,
): Promise<number> {
  const usage = `${command}\n  ${about} It has no options. Set NO_COLOR=1 for output without colours.`;
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  if (args.length > 0) {
    console.error(`The demo has no option ${args.join(' ')}.\n${usage}`);
    return MISUSED;
  }
  const { signal: interrupted } = interruption();
  const screen = createScreen(process.stdout, (process.env['NO_COLOR'] ?? '') === '');
  try {
    await runSteps(screen, interrupted);
    return 0;
  } catch (error) {
    if (interrupted.aborted) return INTERRUPTED;
    console.error(`\nThe demo stopped: ${reasonOf(error)}`);
    return FAILED;
  }
}

function interruption(): AbortController {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, abort);
  // A reader such as `head` may close the pipe. Then the demo ends.
  process.stdout.on('error', abort);
  return controller;
}

/**
 * Returns the text to print for an error. If the service failed, it is the message, and otherwise
 * the stack trace.
 */
function reasonOf(error: unknown): string {
  const ofTheService = [UnexpectedResult, UnexpectedAnswer, NoAnswer];
  if (ofTheService.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
