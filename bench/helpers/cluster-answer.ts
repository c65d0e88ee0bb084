import type { Answer, BarChart, Measure, Target } from './answer.ts';
import { figure, median, ratio } from './statistics.ts';
import type { SharedCost } from './store-nodes.ts';

/**
 * The setups that are compared: one process with SQLite, and one or more nodes with one PostgreSQL.
 */
export const SIDES = {
  sqlite: { label: 'SQLite', nodes: 1 },
  one: { label: '1 node', nodes: 1 },
  two: { label: '2 nodes', nodes: 2 },
  four: { label: '4 nodes', nodes: 4 },
} as const;

export type Side = keyof typeof SIDES;

/** The costs of each setup, in the order of the rounds. */
export type Costs<Subject extends string> = Readonly<
  Record<string, readonly Readonly<Record<Subject, SharedCost>>[]>
>;

/** The measurements at the store and at the service. */
export interface Found {
  readonly atStore: Costs<'create' | 'approve' | 'submit' | 'submitOne' | 'step' | 'life'>;
  readonly atListeners: Costs<'post'>;
  readonly served: Costs<'served'>;
}

/** Label and targets of one measured operation. The targets apply to one node. */
interface Told {
  readonly label: string;
  /** Target for the rate, as a fraction of the rate with SQLite. */
  readonly rate?: Target;
  /** Target for the CPU time of the database, in microseconds. */
  readonly server?: Target;
}

const LIFE: Target = { kind: 'at most', value: 600 };

const SUBJECTS: Readonly<Record<string, Told>> = {
  create: { label: 'a consent created', rate: { kind: 'at least', value: 1 } },
  approve: { label: 'a consent approved' },
  submit: { label: 'a payment submitted and booked, 16 accounts' },
  submitOne: { label: 'a payment submitted and booked, one account' },
  step: { label: 'a step of execution', rate: { kind: 'at least', value: 0.8 } },
  life: { label: 'a complete single payment, at the store', server: LIFE },
  post: { label: 'a signed POST of a consent, through the service' },
  served: { label: 'a complete single payment, through the service', server: LIFE },
};

/** The rounds of one measured operation, for SQLite and for each number of nodes. */
interface Rounds extends Told {
  readonly name: string;
  readonly base: readonly SharedCost[];
  readonly shared: readonly (readonly [side: Side, rounds: readonly SharedCost[]])[];
}

export function clusterAnswer({ atStore, atListeners, served }: Found): Answer {
  const all = [...roundsOf(atStore), ...roundsOf(atListeners), ...roundsOf(served)];
  return {
    measures: [...all.flatMap(rateMeasures), ...all.flatMap(cpuMeasures)],
    charts: all.map(cpuChart),
    notes: NOTES,
  };
}

function roundsOf<Subject extends string>(costs: Costs<Subject>): readonly Rounds[] {
  const subjects = Object.keys(costs['sqlite']?.[0] ?? {}) as Subject[];
  return subjects.map((name) => {
    const of = (side: string) => (costs[side] ?? []).map((round) => round[name]);
    const shared = (['one', 'two', 'four'] as const).filter((side) => side in costs);
    const subject = SUBJECTS[name] ?? { label: name };
    return { name, ...subject, base: of('sqlite'), shared: shared.map((side) => [side, of(side)]) };
  });
}

function rateMeasures({ name, label, rate, base, shared }: Rounds): readonly Measure[] {
  const ratios = shared.map(([side, rounds]) => ({
    name: `cluster.${name}.${side}`,
    label: `${label}, ${SIDES[side].label}`,
    ...ratio(rounds.map(rateOf), base.map(rateOf)),
    unit: '× SQLite’s rate',
    better: 'more' as const,
    ...(side === 'one' && rate !== undefined && { target: rate }),
  }));
  const sides = [['sqlite', base], ...shared] as const;
  const rates = sides.map(([side, rounds]) => ({
    name: `cluster.rate.${name}.${side}`,
    label: `${label}, ${SIDES[side].label}`,
    ...figure(rounds.map(rateOf)),
    unit: '/s',
    better: 'more' as const,
  }));
  return [...ratios, ...rates];
}

function cpuMeasures({ name, label, server, base, shared }: Rounds): readonly Measure[] {
  const cpu = { unit: 'µs CPU', better: 'less' } as const;
  return [
    { name: `cluster.cpu.${name}.sqlite`, label: `${label}, SQLite`, ...nodeOf(base), ...cpu },
    ...shared.flatMap(([side, rounds]) => [
      {
        name: `cluster.cpu.${name}.${side}`,
        label: `${label}, ${SIDES[side].label}`,
        ...nodeOf(rounds),
        ...cpu,
      },
      {
        name: `cluster.cpu.${name}.${side}.database`,
        label: `${label}, ${SIDES[side].label}: the database`,
        ...figure(rounds.map(({ serverMicros }) => serverMicros)),
        ...cpu,
        ...(side === 'one' && server !== undefined && { target: server }),
      },
    ]),
  ];
}

const rateOf = ({ perSecond }: SharedCost): number => perSecond;
const nodeOf = (rounds: readonly SharedCost[]) =>
  figure(rounds.map(({ nodeMicros }) => nodeMicros));

function cpuChart({ label, server, base, shared }: Rounds): BarChart {
  return {
    kind: 'bars',
    title: `CPU of ${label}`,
    unit: 'µs',
    bars: [
      { label: 'SQLite', value: nodeOf(base).value },
      ...shared.flatMap(([side, rounds]) => [
        { label: SIDES[side].label, value: nodeOf(rounds).value, ours: true },
        {
          label: `${SIDES[side].label}: the database`,
          value: median(rounds.map(({ serverMicros }) => serverMicros)),
          ours: true,
          ...(side === 'one' && server !== undefined && { target: server.value }),
        },
      ]),
    ],
  };
}

const NOTES = [
  'All nodes and the database share the cores of one machine, which limits the rate of several ' +
    'nodes. The CPU per command shows what they could do on separate machines.',
  'Each number of nodes has its own PostgreSQL, with fsync, in the temporary folder. SQLite has ' +
    'synchronous=FULL. The CPU of the nodes includes the audit chain. The CPU of the database is ' +
    'that of all its processes, including those that write its log and vacuum.',
  'At the store 256 commands are in progress on all nodes together. Steps are claimed, loaded, ' +
    'executed and released in groups of 64, with 4 groups at once. A dated payment has three ' +
    'steps: book, send and collect. A payment that is booked with its submission has the last two. A ' +
    'complete payment is the sum of its commands.',
  'Through the service there are 64 connections to all nodes together. A signed POST goes over ' +
    'mutual TLS. Its signature is verified and its response is signed. A complete payment is ' +
    'the POST of the consent, the customer’s approval through the sandbox’s shortcut, the ' +
    'POST of the payment, and its execution. The rate is that of the last POST.',
];
