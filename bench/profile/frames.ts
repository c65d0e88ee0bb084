/** A node of the call tree in a CPU profile of V8. */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    /** Line number from 0, or −1 if there is none. */
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

/** A CPU profile of one thread. Times are in microseconds of the machine's monotonic clock. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  /** For each sample, the id of its node and the time since the previous sample. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A period, in microseconds of the machine's monotonic clock. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Origin of the code of a function: the service, an npm package, or Node.js. */
export type Owner = 'service' | 'package' | 'engine';

/** A function at one position in the call tree. All its calls at this position are combined. */
export interface Frame {
  readonly name: string;
  /** Short form of the file and line. Empty if there is none. */
  readonly place: string;
  readonly owner: Owner;
  /**
   * Time spent in the function itself, in microseconds. The total also includes the functions that
   * it called.
   */
  readonly own: number;
  readonly total: number;
  /** The functions that it called, most expensive first. */
  readonly calls: readonly Frame[];
}

/** Label of a function without a name. */
export const ANONYMOUS = '(anonymous)';

/**
 * Names of functions in which an idle thread waits. One belongs to the event loop, the other to a
 * piscina worker.
 */
const IDLE = ['(idle)', 'atomicsWaitLoop'];

/** Returns the call tree of a profile for a period of time. Its root is the outermost function. */
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

/**
 * Returns for each node the microseconds spent in the node itself, for samples within the period.
 */
function ownTimes(profile: CpuProfile, { from, to }: Span): ReadonlyMap<number, number> {
  const { samples, timeDeltas, startTime } = profile;
  const own = new Map<number, number>();
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    at += timeDeltas[index] ?? 0;
    if (at < from || at > to) continue;
    // A sample covers the time until the next sample.
    own.set(id, (own.get(id) ?? 0) + Math.max(0, timeDeltas[index + 1] ?? 0));
  }
  return own;
}

/** A function with its total time over all its calls. */
export interface Heavy {
  readonly name: string;
  readonly place: string;
  readonly own: number;
  readonly total: number;
}

/** Returns all functions, sorted by the time spent in the function itself, most expensive first. */
export function heaviest(frame: Frame): readonly Heavy[] {
  const found = new Map<string, Heavy>();
  const visit = ({ name, place, own, total, calls }: Frame, above: ReadonlySet<string>): void => {
    const title = `${name} ${place}`;
    const known = found.get(title) ?? { name, place, own: 0, total: 0 };
    found.set(title, {
      ...known,
      own: known.own + own,
      // Do not count the time of a recursive function twice.
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
