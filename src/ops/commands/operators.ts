import { hash, randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { z } from 'zod';
import type { OperatorEnrolment } from '../../domain/ports/operator-store.ts';
import {
  MAX_OPERATOR_NAME,
  OPERATOR_ID,
  OPERATOR_ROLES,
  sortedRoles,
  type ListedOperator,
} from '../../domain/records/operators.ts';
import { HOUR_MS, type Instant, type Milliseconds } from '../../shared/time.ts';
import { hasUnsafeUnicode } from '../../shared/unsafe-unicode.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import { readBody } from '../read-request.ts';
import type { RouteParts } from '../route-parts.ts';

/** Time for which an enrolment link is valid, in milliseconds. */
const ENROLMENT_VALIDITY_MS: Milliseconds = HOUR_MS;

/** Maximum length of a `sub` (OpenID Connect Core, 2). */
const MAX_SUBJECT_CHARACTERS = 255;

/** Length of the secret in an enrolment link, in bytes. */
const SECRET_BYTES = 32;

type Parts = Pick<RouteParts, 'store' | 'machineClock' | 'consoleUrl'>;

/** All operators, in the order of their ids. */
export interface OperatorList {
  readonly listed: readonly ListedOperator[];
}

/** The link with which an operator adds a passkey once. */
export interface EnrolmentLink {
  readonly url: string;
  readonly until: Instant;
}

const rolesSchema = z.array(z.enum(OPERATOR_ROLES)).min(1);
const rolesBody = z.strictObject({ roles: rolesSchema });
const nameSchema = z
  .string()
  .min(1)
  .max(MAX_OPERATOR_NAME)
  .refine((name) => name.trim() === name && !hasUnsafeUnicode(name));
const newOperatorBody = z.strictObject({ name: nameSchema, roles: rolesSchema });

const ROLES_EXPECTED = `Name at least one of the roles ${OPERATOR_ROLES.join(', ')}.`;
const linkBody = z.strictObject({ subject: z.string().min(1).max(MAX_SUBJECT_CHARACTERS) });

const SUBJECT_EXPECTED = `Give a subject of 1 to ${String(MAX_SUBJECT_CHARACTERS)} characters.`;
const NAME_EXPECTED = `Give a name of 1 to ${String(MAX_OPERATOR_NAME)} visible characters.`;

/** Returns the routes that add, list, change and end the operators of the console. */
export function operatorRoutes(parts: Parts): Hono<ControlEnv> {
  const { store } = parts;
  const routes = new Hono<ControlEnv>();
  routes.get('/operators', recorded('operator-list'), async (c) =>
    c.json({ listed: await store.listOperators() } satisfies OperatorList),
  );
  routes.post('/operators/:id', recorded('operator-add'), async (c) => {
    const id = idIn(c);
    const expected = `${NAME_EXPECTED} ${ROLES_EXPECTED}`;
    const { name, roles } = await readBody(c, newOperatorBody, expected);
    const { link, enrolment } = newEnrolment(parts);
    const operator = { id, name, roles: sortedRoles(roles) };
    const isAdded = await store.addOperator(operator, enrolment, c.var.act());
    if (!isAdded) {
      throw refusal(
        409,
        `The id ${id} was used before. Choose another id. A new link for an active operator: ` +
          `npx pisctl operator enrol ${id}`,
      );
    }
    return c.json(link satisfies EnrolmentLink);
  });
  routes.post('/operators/:id/enrol', recorded('operator-enrol'), async (c) => {
    const id = idIn(c);
    const { link, enrolment } = newEnrolment(parts);
    const act = c.var.act();
    if (!(await store.renewOperatorEnrolment(id, enrolment, act))) throw notActive(id);
    return c.json(link satisfies EnrolmentLink);
  });
  routes.post('/operators/:id/roles', recorded('operator-roles'), async (c) => {
    const id = idIn(c);
    const roles = sortedRoles((await readBody(c, rolesBody, ROLES_EXPECTED)).roles);
    const act = c.var.act();
    if (!(await store.changeOperatorRoles(id, roles, act))) throw notActive(id);
    return c.json({ id, roles });
  });
  routes.post('/operators/:id/end', recorded('operator-end'), async (c) => {
    const id = idIn(c);
    const isEnded = await store.endOperator(id, c.var.act());
    if (!isEnded) throw notActive(id);
    return c.json({ id });
  });
  addLink(routes, parts);
  return routes;
}

/** Adds the route that links an operator to a subject of the bank's OpenID Provider. */
function addLink(routes: Hono<ControlEnv>, { store }: Parts): void {
  routes.post('/operators/:id/link', recorded('operator-link'), async (c) => {
    const id = idIn(c);
    const { subject } = await readBody(c, linkBody, SUBJECT_EXPECTED);
    const isLinked = await store.linkOperator(id, subject, c.var.act());
    if (!isLinked) {
      throw refusal(
        409,
        `${id} is not an active operator with passkeys, or the subject belongs to another operator. ` +
          'See: npx pisctl operator list',
      );
    }
    return c.json({ id, subject });
  });
}

/** Creates an enrolment link. Throws a refusal if the console is off. */
function newEnrolment({ machineClock, consoleUrl }: Pick<Parts, 'machineClock' | 'consoleUrl'>) {
  if (consoleUrl === null) {
    throw refusal(409, 'The console is off. Set PIS_CONSOLE_PORT and restart the service.');
  }
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const until = machineClock() + ENROLMENT_VALIDITY_MS;
  const enrolment: OperatorEnrolment = { hash: hash('sha256', secret), until };
  const link: EnrolmentLink = { url: `${consoleUrl}/enrol/${secret}`, until };
  return { link, enrolment };
}

function idIn(c: Context<ControlEnv, '/operators/:id'>): string {
  const id = c.req.param('id');
  if (OPERATOR_ID.test(id)) return id;
  throw refusal(
    400,
    'The id of an operator has 1 to 40 lower-case letters, digits, points, dashes and underscores, ' +
      'and begins with a letter or a digit. The ids control, unknown, system and service are ' +
      'reserved.',
  );
}

function notActive(id: string) {
  return refusal(
    404,
    `There is no active operator ${id}, or ${id} signs in at the bank's OpenID Provider, which ` +
      'decides on passkeys and roles. See: npx pisctl operator list',
  );
}
