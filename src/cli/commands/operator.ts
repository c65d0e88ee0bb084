import type { EnrolmentLink } from '../../ops/commands/operators.ts';
import type { ListedOperator, OperatorRole } from '../../domain/records/operators.ts';
import { printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';
import { listing, request, type Route } from '../control-client.ts';
import { CliError, type CliContext } from '../program.ts';

/** Command that shows if an interrupted command was carried out. */
const CHECK = 'npx pisctl operator list';

/** The roles of an operator, as options of a command. */
interface RolesOption {
  readonly role: readonly OperatorRole[];
}

/** Adds an operator and prints the enrolment link. */
export async function add(
  context: CliContext,
  id: string,
  { name, role: roles }: RolesOption & { readonly name: string },
): Promise<EnrolmentLink> {
  const link = await request<EnrolmentLink>(context, routeOf(id), CHECK, { name, roles });
  printLink(context, id, link);
  return link;
}

/** Prints a new enrolment link, for example after an operator has lost a passkey. */
export async function enrol(context: CliContext, id: string): Promise<EnrolmentLink> {
  const link = await request<EnrolmentLink>(context, routeOf(id, '/enrol'), CHECK);
  printLink(context, id, link);
  return link;
}

/** Lists the operators. */
export const list = listing('GET /operators', CHECK, formatOperator);

/** Replaces the roles of an operator. */
export async function roles(
  context: CliContext,
  id: string,
  { role }: RolesOption,
): Promise<{ readonly id: string; readonly roles: readonly OperatorRole[] }> {
  const body = { roles: role };
  const changed = await request<{ id: string; roles: readonly OperatorRole[] }>(
    context,
    routeOf(id, '/roles'),
    CHECK,
    body,
  );
  context.print(`${id} has the roles ${changed.roles.join(', ')}, from the next request on.`);
  return changed;
}

/** Links an operator to the bank's OpenID Provider, where the operator then must sign in. */
export async function link(
  context: CliContext,
  id: string,
  { subject }: { readonly subject: string },
): Promise<{ readonly id: string; readonly subject: string }> {
  const linked = await request<{ id: string; subject: string }>(
    ...[context, routeOf(id, '/link'), CHECK, { subject }],
  );
  context.print(`${id} signs in at the bank's OpenID Provider from now on, without passkeys.`);
  return linked;
}

/** Ends an operator and the operator's sessions. */
export async function end(context: CliContext, id: string): Promise<{ readonly id: string }> {
  const ended = await request<{ readonly id: string }>(context, routeOf(id, '/end'), CHECK);
  context.print(`${id} has ended. All sessions and passkeys of ${id} are deleted.`);
  return ended;
}

/** Throws CliError for an id that would name another route, such as `..`. */
function routeOf(id: string, rest = ''): Route {
  if (/^[\w.-]*\w[\w.-]*$/.test(id)) return `POST /operators/${id}${rest}`;
  throw new CliError('Name the operator by an id of lower-case letters and digits, such as olga.');
}

function printLink(context: CliContext, id: string, { url, until }: EnrolmentLink): void {
  context.print(`Give this link to ${id} in person. It adds one passkey.`);
  context.print(`It works once, until ${formatLondon(until)}:`);
  context.print(url);
}

function formatOperator(operator: ListedOperator): string {
  const { id, name, roles: held, state, passkeys, sessions, enrolUntil, subject } = operator;
  const link = enrolUntil === null ? '' : `, enrolment link until ${formatLondon(enrolUntil)}`;
  return [
    `${id}  ${printable(name)}: ${state === 'ended' ? 'ENDED' : held.join(', ') || 'no role'}`,
    `    ${subject === null ? `passkeys: ${String(passkeys)}` : 'signs in at the OpenID Provider'}, ` +
      `sessions: ${String(sessions)}${link}`,
  ].join('\n');
}
