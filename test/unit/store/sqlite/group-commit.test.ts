import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable, type SyncFailed } from '../../../../src/domain/ports/storage-errors.ts';
import {
  GATHERING_MS,
  GroupCommit,
  LARGE_GROUP_COMMANDS,
  MAX_GROUP_COMMANDS,
  MAX_GROUP_MS,
  MAX_WAITING_COMMANDS,
} from '../../../../src/store/sqlite/database/group-commit.ts';

describe('group commit', () => {
  let database: Sqlite.Database;
  let commits: GroupCommit;
  let failedSyncs: SyncFailed[];
  let restarts: number;
  /** Simulated run time of the commands so far, in milliseconds. Only tests advance it. */
  let elapsedMs: number;

  beforeEach(() => {
    failedSyncs = [];
    restarts = 0;
    elapsedMs = 0;
    database = new Sqlite(':memory:');
    // The deferred foreign key is checked at the commit, so a wrong one makes the commit fail.
    database.exec(`
      CREATE TABLE parent (id INTEGER PRIMARY KEY);
      CREATE TABLE item (place INTEGER PRIMARY KEY, name TEXT UNIQUE,
        parent INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED);`);
    commits = new GroupCommit(
      database,
      (error) => {
        failedSyncs.push(error);
      },
      () => {
        restarts += 1;
      },
      () => elapsedMs,
    );
  });

  afterEach(() => {
    database.close();
  });

  function add(name: string, parent: number | null = null): Promise<string> {
    return commits.submit(() => {
      database.prepare('INSERT INTO item (name, parent) VALUES (?, ?)').run(name, parent);
      return name;
    });
  }

  function names(): unknown[] {
    return database.prepare('SELECT name FROM item ORDER BY place').pluck().all();
  }

  it('runs the commands of one turn in order and in one transaction', async () => {
    const seen: boolean[] = [];
    const look = commits.submit(() => seen.push(database.inTransaction));
    const answers = [add('one'), add('two'), add('three')];
    expect(names()).toEqual([]);
    expect(await Promise.all(answers)).toEqual(['one', 'two', 'three']);
    await look;
    expect(names()).toEqual(['one', 'two', 'three']);
    expect(seen).toEqual([true]);
  });

  it('leaves the commands after a long one to the next turn, in order', async () => {
    const long = (name: string) =>
      commits.submit(() => {
        elapsedMs += MAX_GROUP_MS / 2;
        database.prepare('INSERT INTO item (name) VALUES (?)').run(name);
      });
    const answers = ['one', 'two', 'three', 'four', 'five'].map(long);
    await answers[0];
    expect(names()).toEqual(['one', 'two']);
    await Promise.all(answers);
    expect(names()).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(restarts).toBe(3);
  });

  describe('waits for more commands', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout'] });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    /** Adds items in one turn, and returns how many of them are committed in that turn. */
    function committedAtOnce(...items: string[]): number {
      const before = names().length;
      for (const item of items) void add(item);
      vi.advanceTimersByTime(0);
      return names().length - before;
    }

    it('after a group of several, and only for a short time', () => {
      expect(committedAtOnce('one', 'two')).toBe(2);
      expect(committedAtOnce('three')).toBe(0);
      expect(committedAtOnce('four')).toBe(0);
      vi.advanceTimersByTime(GATHERING_MS);
      expect(names()).toEqual(['one', 'two', 'three', 'four']);
      expect(restarts).toBe(2);
    });

    it('not after a command that came alone', () => {
      expect(committedAtOnce('one')).toBe(1);
      expect(committedAtOnce('two')).toBe(1);
    });

    it('not after a large group', () => {
      const many = Array.from({ length: LARGE_GROUP_COMMANDS }, (_, index) => String(index));
      expect(committedAtOnce(...many)).toBe(LARGE_GROUP_COMMANDS);
      expect(committedAtOnce('next')).toBe(1);
    });

    it('but commits them at once when it is closed', () => {
      expect(committedAtOnce('one', 'two')).toBe(2);
      expect(committedAtOnce('three')).toBe(0);
      commits.close();
      expect(names()).toEqual(['one', 'two', 'three']);
      vi.advanceTimersByTime(GATHERING_MS);
      expect(names()).toHaveLength(3);
    });
  });

  it('answers no caller before the commit', async () => {
    const states: boolean[] = [];
    const watch = (): void => {
      states.push(database.inTransaction);
    };
    await Promise.all([add('one').then(watch), add('two').then(watch)]);
    expect(states).toEqual([false, false]);
  });

  it('rolls back and rejects only the command that throws', async () => {
    const spoiled = commits.submit(() => {
      database.prepare(`INSERT INTO item (name) VALUES ('half done')`).run();
      throw new Error('no good');
    });
    const answers = await Promise.allSettled([add('one'), spoiled, add('one'), add('two')]);
    expect(answers.map((answer) => answer.status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    await expect(spoiled).rejects.toThrow('no good');
    expect(names()).toEqual(['one', 'two']);
  });

  it('calls onRestart when a transaction begins and when a command is rolled back', async () => {
    const restartsSeen: number[] = [];
    const look = () => commits.submit(() => restartsSeen.push(restarts));
    const fail = () =>
      commits.submit(() => {
        throw new Error('no good');
      });
    await Promise.allSettled([look(), look(), fail(), look()]);
    await look();
    // The commands before it run again in a new transaction.
    expect(restartsSeen).toEqual([1, 1, 2, 2, 3, 4]);
  });

  it('runs a command once, or twice if another one of its group throws', async () => {
    const performed: string[] = [];
    const note = (name: string) => commits.submit(() => performed.push(name));
    await Promise.all([note('one'), note('two')]);
    const fail = () =>
      commits.submit(() => {
        throw new Error('no good');
      });
    await Promise.allSettled([note('three'), fail(), note('four')]);
    expect(performed).toEqual(['one', 'two', 'three', 'three', 'four']);
  });

  it('rejects the whole group if the commit fails, and continues with the next group', async () => {
    const answers = await Promise.allSettled([add('one'), add('orphan', 7), add('two')]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected' });
      expect('reason' in answer && answer.reason).toBeInstanceOf(StoreUnavailable);
    }
    expect(names()).toEqual([]);
    expect(await add('three')).toBe('three');
    expect(names()).toEqual(['three']);
  });

  it('rejects the whole group if the disk is full, while reads still work', async () => {
    await add('before');
    database.pragma(`max_page_count = ${String(database.pragma('page_count', { simple: true }))}`);
    const large = 'x'.repeat(100_000);
    const answers = await Promise.allSettled([add('small'), add(large)]);
    for (const answer of answers) {
      expect('reason' in answer && answer.reason).toBeInstanceOf(StoreUnavailable);
    }
    expect(names()).toEqual(['before']);
    database.pragma('max_page_count = 1000000');
    expect(await add('after')).toBe('after');
  });

  it.each([
    ['SQLITE_IOERR_FSYNC', true],
    ['SQLITE_IOERR_DIR_FSYNC', true],
    ['SQLITE_IOERR_WRITE', false],
    ['SQLITE_FULL', false],
  ])(
    'calls onSyncFailed for a failed sync and for no other disk error: %s',
    async (code, isReported) => {
      const failed = commits.submit(() => {
        throw new Sqlite.SqliteError('as the disk would have it', code);
      });
      const answers = await Promise.allSettled([add('one'), failed]);
      for (const answer of answers) {
        expect('reason' in answer && answer.reason).toBeInstanceOf(StoreUnavailable);
      }
      expect(failedSyncs).toHaveLength(isReported ? 1 : 0);
      expect(names()).toEqual([]);
    },
  );

  it('limits the size of a group and leaves the rest to the next one', async () => {
    let answered = 0;
    const commands = Array.from({ length: MAX_GROUP_COMMANDS + 1 }, () =>
      commits
        .submit(() => 1)
        .then(() => {
          answered += 1;
        }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(MAX_GROUP_COMMANDS);
    await Promise.all(commands);
    expect(answered).toBe(MAX_GROUP_COMMANDS + 1);
  });

  it('rejects commands if too many are waiting', async () => {
    const waiting = Array.from({ length: MAX_WAITING_COMMANDS }, () => commits.submit(() => 1));
    await expect(commits.submit(() => 1)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await Promise.all(waiting)).toHaveLength(MAX_WAITING_COMMANDS);
  });

  it('commits the waiting commands when it is closed and rejects new ones', async () => {
    const waiting = add('last');
    commits.close();
    expect(names()).toEqual(['last']);
    expect(await waiting).toBe('last');
    await expect(add('late')).rejects.toBeInstanceOf(StoreUnavailable);
  });
});
