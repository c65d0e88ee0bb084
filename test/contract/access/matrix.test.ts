import { beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../../test-client/transport.ts';
import { ROUTES } from '../../../src/api/routes.ts';
import { V3_1 } from '../../../src/versions/v3.1.ts';
import { FAMILIES } from '../../../src/families/index.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { changeAdmission } from '../../helpers/secure-operator.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { anonymousTransport } from '../../helpers/secure-browser.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { Tpp } from '../../helpers/tpp.ts';
import { amountBody, clientOf } from './cases.ts';
import { makeScenery, type Scenery } from './matrix-resources.ts';
import { cellsOf, lineOf, RULES, ruleFor, type Cell, type Outcome } from './matrix.ts';

type Route = (typeof ROUTES)[number];

/** A case of an operation at a base URL, with the result of its request. */
interface Tried {
  readonly route: Route;
  readonly scenery: Scenery;
  readonly cell: Cell;
  readonly outcome: Outcome;
}

/**
 * Operations that use up their consent. They run last and in this order, so that each still finds a
 * usable consent.
 */
const CONSUMING: readonly string[] = ['createPayment', 'deleteConsent'];

const service = useSecureService();
const tried: Tried[] = [];
let api: SecureApi;
let other: SecureApi;
let plain: Tpp;
let bare: Transport;

beforeAll(async () => {
  api = await SecureApi.open(service());
  other = await SecureApi.open(service(), new SecureTpp('tpp-two', service()));
  plain = await Tpp.signIn(service().origin);
  bare = anonymousTransport(service());
  const sceneries: Scenery[] = [];
  for (const family of FAMILIES) {
    for (const base of family.bases)
      sceneries.push(await makeScenery(service(), api, family, base));
  }
  const all = sceneries.flatMap((scenery) =>
    ROUTES.filter(({ family }) => family === scenery.family).flatMap((route) =>
      cellsOf(route.operation).map((cell) => ({ route, scenery, cell })),
    ),
  );
  const isServed = ({ cell }: { cell: Cell }): boolean => Number(ruleFor(cell).outcome(cell)) < 300;
  const isLapsed = ({ cell }: { cell: Cell }): boolean => cell.organisation === 'lapsed';
  // Send the requests that must be refused first. They change nothing, so later requests still
  // succeed.
  await tryAll(all.filter((one) => !isServed(one) && !isLapsed(one)));
  await changeAdmission(service(), 'suspend', api.tpp.id);
  await tryAll(all.filter(isLapsed));
  await changeAdmission(service(), 'admit', api.tpp.id);
  const rank = ({ route }: { route: Route }): number => CONSUMING.indexOf(route.name);
  await tryAll(all.filter(isServed).sort((one, next) => rank(one) - rank(next)));
}, 180_000);

async function tryAll(cells: readonly Omit<Tried, 'outcome'>[]): Promise<void> {
  for (const one of cells) tried.push({ ...one, outcome: await outcomeOf(one) });
}

async function outcomeOf({ route, scenery, cell }: Omit<Tried, 'outcome'>): Promise<Outcome> {
  const { method } = route.operation;
  const { path, body } = requestOf(route, scenery, cell);
  const token = tokenOf(scenery, cell);
  if (cell.shows === 'no certificate') {
    const asking = bare.send({ method, url: `${service().apiUrl}${path}` });
    return asking.then(
      ({ status }) => status,
      () => 'no connection',
    );
  }
  const listener = {
    'its certificate': api,
    "another TPP's certificate": other,
    'nothing, at the internal listener': plain,
  }[cell.shows];
  return (await listener.call(method, path, { token, body, key: `matrix ${scenery.base}` })).status;
}

function tokenOf(
  { tokens, ofThisConsent, ofAnotherConsent }: Scenery,
  { operation, token }: Cell,
): string | null {
  return {
    none: null,
    'its own': api.token,
    'of this consent': ofThisConsent,
    'of another consent': ofAnotherConsent,
    expired: tokens[operation.grant].expired,
    revoked: tokens[operation.grant].revoked,
  }[token];
}

/** Sends the request of a case. It would succeed without the condition that the case adds. */
function requestOf(route: Route, scenery: Scenery, { resource, token }: Cell) {
  const { own, others, revokedConsent, family, base } = scenery;
  const about = resource === 'its own' ? own : others;
  const isOfRevoked = resource === 'its own' && token === 'revoked';
  const consentId = isOfRevoked ? revokedConsent : about.consentId;
  const isOfPayment = route.operation.path.startsWith('/{payments}/');
  const upload = route.name === 'uploadFile' ? about.waiting : undefined;
  const id = upload ?? (isOfPayment ? about.paymentId : consentId);
  const client = clientOf(plain, family);
  const bodies: Partial<Record<Route['name'], () => string | Uint8Array>> = {
    createConsent: () => client.consentBody(),
    createPayment: () => client.paymentBody(consentId),
    confirmAmount: () => amountBody(consentId),
    uploadFile: () => expectDefined(client.case.file, 'the file'),
  };
  const path = `${V3_1.root}/${base}${route.path.replace('{id}', id)}`;
  return { path, body: bodies[route.name]?.() };
}

describe.each(ROUTES)('$operation.method $path', (route) => {
  const cells = () => tried.filter((one) => one.route === route);

  test('grants access exactly as the rules say', () => {
    const expected = cells().map(({ cell }) => lineOf(cell, ruleFor(cell).outcome(cell)));
    expect(cells().map(({ cell, outcome }) => lineOf(cell, outcome))).toEqual(expected);
    expect(cells()).toHaveLength(cellsOf(route.operation).length * route.family.bases.length);
  });

  test('succeeds at least once at each of its listeners', () => {
    const served = cells().filter(({ outcome }) => outcome === route.operation.success);
    expect(new Set(served.map(({ scenery }) => scenery.base))).toEqual(new Set(route.family.bases));
  });
});

describe('the access rules', () => {
  test.each(RULES)('decide at least one case: $says', (rule) => {
    expect(tried.filter(({ cell }) => ruleFor(cell) === rule)).not.toHaveLength(0);
  });

  test('decide thousands of cases', () => {
    expect(tried.length).toBeGreaterThan(3000);
  });
});
