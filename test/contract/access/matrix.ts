import type { Operation } from '../../../src/contract/operations.ts';

/** What a request of the matrix is made of. */
export interface Cell {
  readonly operation: Pick<Operation, 'path' | 'grant' | 'success'>;
  readonly resource: (typeof RESOURCES)[number];
  readonly token: (typeof TOKENS)[number];
  readonly shows: (typeof SHOWN)[number];
  readonly organisation: (typeof ORGANISATIONS)[number];
}

const RESOURCES = ['its own', "another TPP's"] as const;

const TOKENS = [
  'none',
  'its own',
  'of this consent',
  'of another consent',
  'expired',
  'revoked',
] as const;

const SHOWN = [
  'its certificate',
  "another TPP's certificate",
  'no certificate',
  'nothing, at the plain door',
] as const;

const ORGANISATIONS = ['active', 'lapsed'] as const;

/** What comes of a request: a status, or TLS does not even let it through. */
export type Outcome = number | 'no connection';

interface Rule {
  readonly says: string;
  readonly decides: (cell: Cell) => boolean;
  readonly outcome: (cell: Cell) => Outcome;
}

/** Who gets in, and to what: the first rule that decides is the one that counts. */
export const RULES: readonly Rule[] = [
  {
    says: 'TLS lets nobody in who has no certificate',
    decides: ({ shows }) => shows === 'no certificate',
    outcome: () => 'no connection',
  },
  {
    says: 'a token is good with its own certificate alone',
    decides: ({ shows }) => shows !== 'its certificate',
    outcome: () => 401,
  },
  {
    says: 'an organisation that has lapsed is nobody, whatever token it still has',
    decides: ({ organisation }) => organisation === 'lapsed',
    outcome: () => 401,
  },
  {
    says: 'whoever has no good token is nobody',
    decides: ({ token }) => ['none', 'expired', 'revoked'].includes(token),
    outcome: () => 401,
  },
  {
    says: "an operation takes either a TPP's own token or a customer's",
    decides: ({ operation, token }) => (token === 'its own') !== (operation.grant === 'client'),
    outcome: () => 403,
  },
  {
    says: 'a customer has approved one consent and no other',
    decides: ({ token }) => token === 'of another consent',
    outcome: () => 403,
  },
  {
    says: "another TPP's consents and payments are its own affair",
    decides: ({ resource }) => resource === "another TPP's",
    outcome: () => 403,
  },
  {
    says: 'everybody else is served',
    decides: () => true,
    outcome: ({ operation }) => operation.success,
  },
];

/** Why a cell cannot exist. */
const IMPOSSIBLE: readonly ((cell: Cell) => boolean)[] = [
  // Who registers a consent speaks of none that there is.
  ({ operation, resource }) => operation.path === '/{consents}' && resource === "another TPP's",
  // No customer approves one TPP's consent for another TPP.
  ({ resource, token }) => resource === "another TPP's" && token === 'of this consent',
];

/** Every cell of an operation that can exist. */
export function cellsOf(operation: Cell['operation']): readonly Cell[] {
  return ORGANISATIONS.flatMap((organisation) =>
    SHOWN.flatMap((shows) =>
      TOKENS.flatMap((token) =>
        RESOURCES.map((resource) => ({ operation, resource, token, shows, organisation })),
      ),
    ),
  ).filter((cell) => !IMPOSSIBLE.some((isImpossible) => isImpossible(cell)));
}

/** The rule that decides a cell. */
export function ruleFor(cell: Cell): Rule {
  const rule = RULES.find(({ decides }) => decides(cell));
  if (rule === undefined) throw new Error('No rule decides.');
  return rule;
}

/** A cell with what comes of it, in a line. */
export function lineOf({ resource, token, shows, organisation }: Cell, outcome: Outcome): string {
  return `${organisation}, ${shows}, token ${token}, resource ${resource}: ${String(outcome)}`;
}
