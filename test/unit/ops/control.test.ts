import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Backup } from '../../../src/domain/ports/store-admin.ts';
import type { Act, AuditEntry } from '../../../src/domain/records/audit.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { copyCommand } from '../../../src/ops/commands/copy.ts';
import { recordCommands } from '../../../src/ops/commands/operator.ts';
import { MAX_COMMANDS, openControl, type ControlCommand } from '../../../src/ops/control.ts';
import { inFolder } from '../../contract/store/fixtures.ts';

type Copy = Backup<string>['backup'];

const unrecorded = (): Promise<void> => Promise.resolve();

/** Opens a control socket whose `copy` command calls the given function. */
function withControl(
  backup: Copy,
  use: (path: string, events: ServiceEvent[], close: () => Promise<void>) => Promise<void>,
) {
  return inFolder(async (directory) => {
    const [path, events] = [`${directory}/control.sock`, [] as ServiceEvent[]];
    // A killed service leaves its socket file.
    writeFileSync(path, '');
    const observe = (event: ServiceEvent): void => void events.push(event);
    const commands = { copy: copyCommand({ backup }) };
    const control = await openControl({ path, commands, record: unrecorded, observe });
    await use(path, events, () => control.close());
    await control.close();
  });
}

/** Sends a command and returns the messages until the service disconnects. */
async function command(path: string, text: string): Promise<unknown[]> {
  const socket = createConnection(path);
  socket.write(text);
  let answer = '';
  for await (const part of socket) answer += String(part);
  const lines = answer.split('\n').filter((line) => line !== '');
  return lines.map((line): unknown => JSON.parse(line));
}

describe('the control socket', () => {
  it('is accessible for the service’s user only and is removed on close', () =>
    withControl(
      () => Promise.resolve(),
      async (path, _, close) => {
        expect(statSync(path).mode & 0o777).toBe(0o600);
        await close();
        expect(existsSync(path)).toBe(false);
      },
    ));

  it('copies the database to the given path and reports each per cent once', () => {
    const asked: string[] = [];
    const backup: Copy = (to, onProgress) => {
      asked.push(to);
      for (let done = 0; done <= 1000; done += 1) onProgress(done, 1000);
      return Promise.resolve();
    };
    return withControl(backup, async (path) => {
      const answers = await command(path, 'copy /somewhere\n');
      expect(asked).toEqual(['/somewhere']);
      expect(answers).toHaveLength(102);
      expect(answers[50]).toEqual({ kind: 'progress', done: 500, of: 1000 });
      expect(answers.at(-1)).toEqual({ kind: 'done' });
    });
  });

  it('reports why a copy failed to the client and in the log', () =>
    withControl(
      () => Promise.reject(new Error('The disk is full.')),
      async (path, events) => {
        const refused = { kind: 'refused', reason: 'The disk is full.' };
        expect(await command(path, 'copy /somewhere\n')).toEqual([refused]);
        expect(events).toMatchObject([{ kind: 'failure', what: 'the command copy' }]);
      },
    ));

  it.each([
    ['help\n', 'Unknown command.'],
    ['toString\n', 'Unknown command.'],
    ['\n', 'Unknown command.'],
    ['copy relative\n', 'The path must be absolute.'],
    ['copy \n', 'The path must be absolute.'],
    ['copy\n', 'The path must be absolute.'],
  ])('refuses %j without logging a failure', (text, reason) =>
    withControl(
      () => Promise.reject(new Error('not to be called')),
      async (path, events) => {
        expect(await command(path, text)).toEqual([{ kind: 'refused', reason }]);
        expect(events).toEqual([]);
      },
    ),
  );

  it('disconnects a command that is too long', () =>
    withControl(
      () => Promise.reject(new Error('not to be called')),
      async (path) => {
        const answer = await command(path, 'x'.repeat(10_000)).catch(() => []);
        expect(answer).toEqual([]);
      },
    ));

  it('runs one copy at a time and stops it when the client disconnects', () => {
    let [hasBegun, isBrokenOff] = [false, false];
    const backup: Copy = async (_, onProgress) => {
      hasBegun = true;
      try {
        for (;;) {
          onProgress(1, 2);
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
      } finally {
        isBrokenOff = true;
      }
    };
    return withControl(backup, async (path, events) => {
      const first = createConnection(path);
      await once(first, 'connect');
      first.write('copy /one\n');
      await expect.poll(() => hasBegun).toBe(true);
      const busy = { kind: 'refused', reason: 'Another backup is already running.' };
      expect(await command(path, 'copy /two\n')).toEqual([busy]);
      expect(isBrokenOff).toBe(false);
      first.destroy();
      await expect.poll(() => isBrokenOff).toBe(true);
      await expect.poll(() => events.length).toBeGreaterThan(0);
      const error = { message: 'The client disconnected.' };
      expect(events).toMatchObject([{ kind: 'failure', error }]);
    });
  });

  it('refuses further commands while the maximum number is running', () =>
    inFolder(async (directory) => {
      const path = `${directory}/control.sock`;
      let end = (): void => undefined;
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      let begun = 0;
      const wait: ControlCommand = () => {
        begun += 1;
        return ended;
      };
      const observe = (): void => undefined;
      const control = await openControl({ path, commands: { wait }, record: unrecorded, observe });
      // Connections without a command do not count.
      const silent = Array.from({ length: MAX_COMMANDS }, () => createConnection(path));
      const waiting = Array.from({ length: MAX_COMMANDS }, () => command(path, 'wait\n'));
      await expect.poll(() => begun).toBe(MAX_COMMANDS);
      expect(await command(path, 'wait\n')).toMatchObject([
        { kind: 'refused', reason: expect.stringContaining('busy') as string },
      ]);
      end();
      for (const answer of waiting) expect(await answer).toEqual([{ kind: 'done' }]);
      expect(begun).toBe(MAX_COMMANDS);
      for (const socket of silent) socket.destroy();
      await control.close();
    }));

  it.each([
    ['by=alice/1000 look at\n', 'claimed:alice/1000'],
    ['look at\n', 'control'],
  ])('records %j with its operator before running it', (line, id) =>
    inFolder(async (directory) => {
      const path = `${directory}/control.sock`;
      const done: unknown[] = [];
      const store = {
        record: ({ by }: Act, entry: AuditEntry) => {
          done.push({ id: by.id, ...entry });
          return Promise.resolve();
        },
      };
      const look: ControlCommand = (argument) => Promise.resolve(void done.push(argument));
      const record = recordCommands(store, () => 0);
      const control = await openControl({
        path,
        commands: { look },
        record,
        observe: () => undefined,
      });
      expect(await command(path, line)).toEqual([{ kind: 'done' }]);
      const entry = { action: 'operatorCommand', subject: 'look', detail: { argument: 'at' } };
      expect(done).toEqual([{ id, ...entry }, 'at']);
      await control.close();
    }),
  );

  it.each([
    ['by=alice look\n', 'by= must name an operator as <user>/<user id>.'],
    [`by=${'a'.repeat(65)}/0 look\n`, 'by= must name an operator as <user>/<user id>.'],
    ['by=alice/1000 look\n', 'The disk is full.'],
  ])('does not run %j, which cannot be recorded', (line, reason) =>
    inFolder(async (directory) => {
      const path = `${directory}/control.sock`;
      let isDone = false;
      const look: ControlCommand = () => Promise.resolve(void (isDone = true));
      const record = () => Promise.reject(new Error('The disk is full.'));
      const control = await openControl({
        path,
        commands: { look },
        record,
        observe: () => undefined,
      });
      expect(await command(path, line)).toEqual([{ kind: 'refused', reason }]);
      expect(isDone).toBe(false);
      await control.close();
    }),
  );

  it('that cannot be opened is reported as a failure, and the service continues', async () => {
    const events: ServiceEvent[] = [];
    const control = await openControl({
      path: '/nowhere/at/all/control.sock',
      ...{ commands: {}, record: unrecorded },
      observe: (event) => void events.push(event),
    });
    expect(events).toMatchObject([{ kind: 'failure' }]);
    await control.close();
  });
});
