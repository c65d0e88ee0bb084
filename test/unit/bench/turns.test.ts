import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lateTurns, partsOf, type Seen, type Turn } from '../../../bench/helpers/turns.ts';
import { lateAnswer } from '../../../bench/questions/turns.ts';

const NOTHING: Turn = { endedAt: 100, took: 11, ran: 0, waited: 0, commit: 0, commitRan: 0 };

describe('a late turn', () => {
  it('is split by cause, and the rest is blocked otherwise', () => {
    const turn = { ...NOTHING, took: 21, ran: 9, waited: 4, commit: 5, commitRan: 2 };
    expect(partsOf(turn, [{ startedAt: 95, took: 3 }])).toEqual({
      'own work': 9 - 2 - 3,
      COMMIT: 5,
      'garbage collection': 3,
      'waiting for a core': 4,
      // One millisecond is subtracted, because it is the interval of the checks.
      'blocked otherwise': 20 - 9 - 4 - (5 - 2),
    });
  });

  it('contains only the part of a pause within it', () => {
    const pauses = [
      { startedAt: 85, took: 6 },
      { startedAt: 98, took: 10 },
      { startedAt: 60, took: 10 },
    ];
    const { 'garbage collection': garbage } = partsOf({ ...NOTHING, ran: 8 }, pauses);
    expect(garbage).toBe(2 + 2);
  });

  it('is counted once by its largest part, and as own work if the thread itself ran too long', () => {
    const turns = [
      { ...NOTHING, ran: 9 },
      { ...NOTHING, ran: 4.5, waited: 5 },
      { ...NOTHING, commit: 8, commitRan: 1, ran: 2 },
      { ...NOTHING },
      // This turn is in time, because the interval of the checks does not count as a delay.
      { ...NOTHING, took: 4.9, ran: 4.9 },
    ];
    expect(lateTurns({ turns, pauses: [] })).toEqual({
      all: 4,
      own: 2,
      by: {
        'own work': 1,
        'waiting for a core': 1,
        COMMIT: 1,
        'blocked otherwise': 1,
        'garbage collection': 0,
      },
    });
  });
});

it('late turns are reported per 1,000 GETs, with the weight of a single measured one', () => {
  const none = lateTurns({ turns: [], pauses: [] });
  const one = lateTurns({ turns: [{ ...NOTHING, ran: 9 }], pauses: [] });
  const { measures, notes } = lateAnswer({ idle: [none, one], uploads: [none, none] }, 60);
  expect(measures.find(({ name }) => name === 'turns.idle')).toMatchObject({
    value: 1000 / 120,
    unit: 'turns',
  });
  expect(notes.join(' ')).toContain('120 while idle');
  expect(notes.join(' ')).toContain('a single late turn counts 8.33.');
});

const BUSY = `
  import Sqlite from 'better-sqlite3';
  const database = new Sqlite(process.env.PLACE);
  database.exec('CREATE TABLE one (value)');
  const insert = database.prepare('INSERT INTO one VALUES (1)');
  const commit = database.prepare('COMMIT');
  setTimeout(() => {
    const begun = process.cpuUsage().user;
    while (process.cpuUsage().user - begun < 60_000);
    for (let times = 0; times < 50; times += 1) {
      database.exec('BEGIN IMMEDIATE');
      insert.run();
      commit.run();
    }
    setTimeout(() => process.send('worked'), 20);
  }, 20);
`;

// Only Linux reports the waiting time of a thread.
it.runIf(process.platform === 'linux')(
  "the watch reports the parts of a long turn of a program's event loop, with COMMIT separate",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'turns-'));
    const watch = new URL('../../../bench/programs/watch-turns.ts', import.meta.url);
    const program = spawn(
      process.execPath,
      ['--import', watch.href, '--input-type=module', '--eval', BUSY],
      {
        cwd: fileURLToPath(new URL('../../..', import.meta.url)),
        env: { ...process.env, PLACE: join(folder, 'a.db') },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    await once(program, 'message');
    program.send('turns');
    const [{ turns }] = (await once(program, 'message')) as [Seen];
    program.kill();
    await once(program, 'close');
    rmSync(folder, { recursive: true });
    const longest = turns.toSorted((one, other) => other.took - one.took)[0] ?? NOTHING;
    expect(longest.ran).toBeGreaterThan(50);
    expect(longest.commit).toBeGreaterThan(0);
    expect(longest.commitRan).toBeLessThan(longest.ran);
  },
);
