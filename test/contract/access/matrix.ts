import type { Operation } from '../../../src/contract/operations.ts';

/** A case of the access matrix: an operation, and the properties of a request for it. */
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
  'nothing, at the internal listener',
] as const;

const ORGANISATIONS = ['active', 'lapsed'] as const;

/** The result of a request: its status, or that the TLS handshake failed. */
export type Outcome = number | 'no connection';

interface Rule {
  readonly says: string;
  readonly decides: (cell: Cell) => boolean;
  readonly outcome: (cell: Cell) => Outcome;
}

/** The access rules. For each case, the first rule that applies decides. */
export const RULES: readonly Rule[] = [
  {
    says: 'TLS refuses a client without a certificate',
    decides: ({ shows }) => shows === 'no certificate',
    outcome: () => 'no connection',
  },
  {
    says: 'a token is valid only with its own certificate',
    decides: ({ shows }) => shows !== 'its certificate',
    outcome: () => 401,
  },
  {
    says: 'an organisation that is no longer active is refused with every token',
    decides: ({ organisation }) => organisation === 'lapsed',
    outcome: () => 401,
  },
  {
    says: 'a client without a valid token is refused',
    decides: ({ token }) => ['none', 'expired', 'revoked'].includes(token),
    outcome: () => 401,
  },
  {
    says: "an operation accepts either a TPP's own token or a customer's",
    decides: ({ operation, token }) => (token === 'its own') !== (operation.grant === 'client'),
    outcome: () => 403,
  },
  {
    says: "a customer's token is valid for one consent only",
    decides: ({ token }) => token === 'of another consent',
    outcome: () => 403,
  },
  {
    says: "another TPP's consents and payments are not accessible",
    decides: ({ resource }) => resource === "another TPP's",
    outcome: () => 403,
  },
  {
    says: 'every other request succeeds',
    decides: () => true,
    outcome: ({ operation }) => operation.success,
  },
];

/** Returns true for cases that cannot occur. */
const IMPOSSIBLE: readonly ((cell: Cell) => boolean)[] = [
  // A request that creates a consent refers to no existing consent.
  ({ operation, resource }) => operation.path === '/{consents}' && resource === "another TPP's",
  // A customer cannot approve one TPP's consent for another TPP.
  ({ resource, token }) => resource === "another TPP's" && token === 'of this consent',
];

/** Returns every possible case of an operation. */
export function cellsOf(operation: Cell['operation']): readonly Cell[] {
  return ORGANISATIONS.flatMap((organisation) =>
    SHOWN.flatMap((shows) =>
      TOKENS.flatMap((token) =>
        RESOURCES.map((resource) => ({ operation, resource, token, shows, organisation })),
      ),
    ),
  ).filter((cell) => !IMPOSSIBLE.some((isImpossible) => isImpossible(cell)));
}

/** Returns the rule that decides the result of a case. */
export function ruleFor(cell: Cell): Rule {
  const rule = RULES.find(({ decides }) => decides(cell));
  if (rule === undefined) throw new Error('No rule decides.');
  return rule;
}

/** Returns a line with the properties of a case and its result. */
export function lineOf({ resource, token, shows, organisation }: Cell, outcome: Outcome): string {
  return `${organisation}, ${shows}, token ${token}, resource ${resource}: ${String(outcome)}`;
}
