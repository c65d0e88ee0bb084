import { describe, expect, it } from 'vitest';
import { Dice } from '../crash/random.ts';
import { Disk } from './disk.ts';
import type { Inode } from './inode.ts';
import type { Operation } from './trace.ts';

const ROOT = '/data';
const FILE = `${ROOT}/file`;
/** Number of simulated power cuts. It is high enough to find every possible state. */
const CUTS = 200;

function operation(kind: Operation['kind'], parts: Partial<Operation> = {}): Operation {
  const nothing = { thread: 1, result: 0, offset: 0, path: FILE, bytes: Buffer.alloc(0) };
  return { kind, ...nothing, ...parts };
}

const written = (text: string, offset = 0): Operation =>
  operation('write', { bytes: Buffer.from(text), offset });
const CREATED = operation('create');
const FILE_SYNCED = [operation('fileSyncBegins'), operation('fileSyncEnds')];
const NAMES_SYNCED = [
  operation('folderSyncBegins', { path: ROOT }),
  operation('folderSyncEnds', { path: ROOT }),
];
const FAILED = { result: -1 };

type Options = Partial<ConstructorParameters<typeof Disk>[0]>;

function diskAfter(operations: readonly Operation[], options: Options = {}): Disk {
  const disk = new Disk({ root: ROOT, dice: new Dice(1, 'disk'), ...options });
  for (const one of operations) disk.apply(one);
  return disk;
}

/**
 * Returns all contents that the file can have after a power cut. `gone` means that the file's name
 * is missing.
 */
function found(operations: readonly Operation[], options: Options = {}): Set<string> {
  const seen = new Set<string>();
  for (let cut = 0; cut < CUTS; cut += 1) {
    const dice = new Dice(cut, 'cut');
    const disk = diskAfter(operations, { dice, ...options });
    const share = dice.roll();
    const names = disk.survivingNames(dice.chance(0.5), share);
    const inode = names.get(FILE);
    seen.add(inode === undefined ? 'gone' : contentOf(inode, dice, share));
  }
  return seen;
}

function contentOf(inode: Inode | null, dice: Dice, share: number): string {
  return inode === null ? 'a folder' : inode.cut(dice, share).toString().replaceAll('\0', '.');
}

describe('after a power cut', () => {
  it('a file is complete if it and its folder were synced', () => {
    const operations = [CREATED, written('old'), ...FILE_SYNCED, ...NAMES_SYNCED];
    expect(found(operations)).toEqual(new Set(['old']));
    expect(diskAfter(operations).holds(FILE)).toBe(true);
  });

  it.each([
    ['its folder was not', [...FILE_SYNCED], ['gone', 'old']],
    ['it was not itself', [...NAMES_SYNCED], ['', '...', 'old']],
  ] as const)('a file may differ if %s', (_, synced, expected) => {
    const operations = [CREATED, written('old'), ...synced];
    expect(found(operations)).toEqual(new Set(expected));
    expect(diskAfter(operations).holds(FILE)).toBe(false);
  });

  it('a file has any version written since the last sync', () => {
    const synced = [CREATED, written('one'), ...FILE_SYNCED, ...NAMES_SYNCED];
    const operations = [...synced, written('two'), written('six')];
    expect(found(operations)).toEqual(new Set(['one', 'two', 'six']));
  });

  it('a sync does not cover writes that happened during it', () => {
    const [begins, ends] = [operation('fileSyncBegins'), operation('fileSyncEnds')];
    const operations = [CREATED, written('one'), begins, written('two'), ends, ...NAMES_SYNCED];
    expect(found(operations)).toEqual(new Set(['one', 'two']));
  });

  it('pages are torn only between sectors', () => {
    const old = [CREATED, written('a'.repeat(1024)), ...FILE_SYNCED, ...NAMES_SYNCED];
    const seen = found([...old, written('b'.repeat(1024))]);
    const [a, b] = ['a'.repeat(512), 'b'.repeat(512)];
    for (const content of seen) expect([a + a, a + b, b + a, b + b]).toContain(content);
    expect(seen.size).toBeGreaterThan(2);
  });

  it('a truncated and rewritten range contains no earlier bytes', () => {
    const cut = [operation('truncate', { offset: 0 }), written('b', 5000), ...FILE_SYNCED];
    const operations = [CREATED, written('a'.repeat(5000)), ...FILE_SYNCED, ...cut];
    const [content = ''] = found([...operations, ...NAMES_SYNCED]);
    expect([content.length, content.replaceAll('.', '')]).toEqual([5001, 'b']);
  });

  it('a renamed file has its old name, its new one, or both', () => {
    const synced = [CREATED, written('x'), ...FILE_SYNCED, ...NAMES_SYNCED];
    const disk = diskAfter([...synced, operation('rename', { bytes: Buffer.from(`${ROOT}/new`) })]);
    const names = (share: number) => [...disk.survivingNames(false, share).keys()];
    expect(names(0)).toEqual([FILE]);
    expect(names(1)).toEqual([`${ROOT}/new`]);
  });

  it('a file in a missing folder is missing', () => {
    const path = `${ROOT}/folder/file`;
    const disk = diskAfter([
      operation('makeFolder', { path: `${ROOT}/folder` }),
      operation('create', { path }),
      operation('folderSyncBegins', { path: `${ROOT}/folder` }),
      operation('folderSyncEnds', { path: `${ROOT}/folder` }),
    ]);
    expect(disk.holds(path)).toBe(false);
    expect([...disk.survivingNames(false, 0).keys()]).toEqual([]);
  });
});

describe('after a sync that failed', () => {
  const failed = [operation('fileSyncBegins'), operation('fileSyncEnds', FAILED)];
  const operations = [CREATED, written('old'), ...NAMES_SYNCED, ...failed, ...FILE_SYNCED];

  it('a kernel that forgets dirty pages loses data that the next sync seems to cover', () => {
    const seen = found(operations);
    expect(seen).toContain('old');
    expect(seen.size).toBeGreaterThan(1);
  });

  it('a kernel that remembers dirty pages writes them with the next sync', () => {
    expect(found(operations, { isForgiving: true })).toEqual(new Set(['old']));
  });

  it.each([
    [false, ['gone', 'old']],
    [true, ['old']],
  ])('names in a folder are lost in the same way (forgiving: %j)', (isForgiving, expected) => {
    const names = [
      operation('folderSyncBegins', { path: ROOT }),
      operation('folderSyncEnds', { path: ROOT, ...FAILED }),
    ];
    const tried = [CREATED, written('old'), ...FILE_SYNCED, ...names, ...NAMES_SYNCED];
    expect(found(tried, { isForgiving })).toEqual(new Set(expected));
  });
});

it('syncs that a control ignores make nothing durable', () => {
  const operations = [CREATED, written('old'), ...FILE_SYNCED, ...NAMES_SYNCED];
  const ignores = ({ path }: Operation): boolean => path === ROOT;
  expect(found(operations, { ignores })).toEqual(new Set(['gone', 'old']));
});

it('the model throws for an unknown operation', () => {
  expect(() => diskAfter([operation('unmodelled')])).toThrow('does not know');
});
