import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { cpuOfFamily, TELLS_CHILDREN } from '../../../bench/helpers/family-cpu.ts';

/** CPU time that the test's program uses at least, in milliseconds. */
const BURNT_MS = 300;

/**
 * Tolerance in microseconds. Linux counts the time of ended processes in hundredths of a second.
 */
const ROUNDED = 20_000;

const BURN = `const burn = () => {
  while (process.cpuUsage().user < ${String(BURNT_MS * 1000)});
};`;

const PARENT = `
import { spawn } from 'node:child_process';
const child = spawn(process.execPath, ['-e', process.argv[1]], { stdio: ['pipe', 'ignore', 'ignore'] });
child.on('exit', () => console.log('ended'));
process.stdin.resume();`;

// Only Linux reports the CPU time of child processes.
it.runIf(TELLS_CHILDREN)(
  'the CPU of a process family includes running and ended children',
  async () => {
    // The child ends when its parent does.
    const living = `${BURN} burn(); process.stdin.resume();`;
    for (const child of [`${BURN} burn();`, living]) {
      const args = ['--input-type=module', '-e', PARENT, child];
      const parent = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      onTestFinished(() => void parent.kill('SIGKILL'));
      const pid = Number(parent.pid);
      const used = () => cpuOfFamily(pid);
      if (child === living) await expect.poll(used).toBeGreaterThan(BURNT_MS * 1000);
      else await once(parent.stdout, 'data');
      expect(used()).toBeGreaterThan(BURNT_MS * 1000 - ROUNDED);
    }
  },
);
