/** A node of the tree of calls, as V8 writes it into a CPU profile. */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    /** Counted from 0; −1 where there is none. */
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

/** A CPU profile of a thread; times in microseconds, by the machine's monotonic clock. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  /** The node that ran at each sample, and the time since the sample before. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Microseconds of the machine's monotonic clock. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Whose code a function is. */
export type Owner = 'service' | 'package' | 'engine';

/** A function where it was called: all calls of it from the same place together. */
export interface Frame {
  readonly name: string;
  /** File and line, as short as it can be told; empty for what has none. */
  readonly place: string;
  readonly owner: Owner;
  /** Microseconds in the function itself, and with all that it called. */
  readonly own: number;
  readonly total: number;
  /** The dearest first. */
  readonly calls: readonly Frame[];
}

/** What a function without a name is called. */
export const ANONYMOUS = '(anonymous)';

/** What a thread is in that has nothing to do: the event loop; a worker of piscina. */
const IDLE = ['(idle)', 'atomicsWaitLoop'];

/** What ran in a span of a profile, from the outermost function to the innermost. */
export function framesOf(profile: CpuProfile, span: Span): Frame {
  const own = ownTimes(profile, span);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const frameOf = (together: readonly ProfileNode[], name: string, place: string): Frame => {
    const called = together
      .flatMap(({ children = [] }) => children)
      .flatMap((id) => nodes.get(id) ?? [])
      .filter((node) => !IDLE.includes(nameOf(node)));
    const calls = [...new Set(called.map(titleOf))]
      .map((title) => {
        const those = called.filter((node) => titleOf(node) === title);
        const [first] = those;
        return frameOf(those, first === undefined ? '' : nameOf(first), placeOf(first));
      })
      .filter(({ total }) => total > 0)
      .toSorted((one, other) => other.total - one.total);
    const itself = together.reduce((sum, { id }) => sum + (own.get(id) ?? 0), 0);
    const total = calls.reduce((sum, call) => sum + call.total, itself);
    return { name, place, owner: ownerOf(place), own: itself, total, calls };
  };
  const [root] = profile.nodes;
  return frameOf(root === undefined ? [] : [root], '(all)', '');
}

/** Microseconds in each node itself, as far as its samples lie in the span. */
function ownTimes(profile: CpuProfile, { from, to }: Span): ReadonlyMap<number, number> {
  const { samples, timeDeltas, startTime } = profile;
  const own = new Map<number, number>();
  let at = startTime;
  for (const [place, id] of samples.entries()) {
    at += timeDeltas[place] ?? 0;
    if (at < from || at > to) continue;
    // A sample stands for the time until the next one.
    own.set(id, (own.get(id) ?? 0) + Math.max(0, timeDeltas[place + 1] ?? 0));
  }
  return own;
}

/** A function with what it took, wherever it was called. */
export interface Heavy {
  readonly name: string;
  readonly place: string;
  readonly own: number;
  readonly total: number;
}

/** All functions, by their own time, the dearest first. */
export function heaviest(frame: Frame): readonly Heavy[] {
  const found = new Map<string, Heavy>();
  const visit = ({ name, place, own, total, calls }: Frame, above: ReadonlySet<string>): void => {
    const title = `${name} ${place}`;
    const known = found.get(title) ?? { name, place, own: 0, total: 0 };
    found.set(title, {
      ...known,
      own: known.own + own,
      // What calls itself is not counted twice.
      total: known.total + (above.has(title) ? 0 : total),
    });
    const within = new Set([...above, title]);
    for (const call of calls) visit(call, within);
  };
  for (const call of frame.calls) visit(call, new Set());
  return [...found.values()].toSorted((one, other) => other.own - one.own);
}

function titleOf(node: ProfileNode): string {
  return `${nameOf(node)} ${placeOf(node)}`;
}

function nameOf({ callFrame }: ProfileNode): string {
  return callFrame.functionName === '' ? ANONYMOUS : callFrame.functionName;
}

function placeOf(node: ProfileNode | undefined): string {
  if (node === undefined || node.callFrame.url === '') return '';
  const { url, lineNumber } = node.callFrame;
  const short = url.replace(/^.*\/node_modules\//, '').replace(/^file:.*\/dist\//, 'dist/');
  return `${short}:${String(lineNumber + 1)}`;
}

function ownerOf(place: string): Owner {
  if (place === '' || place.startsWith('node:')) return 'engine';
  return place.startsWith('dist/') ? 'service' : 'package';
}
