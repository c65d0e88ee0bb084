import { formatPounds } from '../../domain/messages/format.ts';
import { CONSENT_STATUSES, formatPaymentType } from '../../domain/messages/operator-text.ts';
import type { CustomerReport, CustomerUserReport } from '../../domain/records/customer-report.ts';
import { counted, printable } from '../../shared/text.ts';
import { formatLondon } from '../../shared/time.ts';

/** Returns the lines about a customer for the terminal. */
export function formatCustomer(customer: CustomerReport): readonly string[] {
  const { id, name, segment, companyLimitPence, users, accounts, permissions } = customer;
  return [
    `${id}  ${printable(name)} (${segment}), limit of a file: ${limit(companyLimitPence)}`,
    ...users.map(formatUser),
    ...accounts.flatMap(({ number, kind, state, mandate }) => [
      `    account ${number} (${kind}, ${state})`,
      ...mandate.map(({ fromPence, approvals }) => {
        return `        ${counted(approvals, 'approval')} from ${formatPounds(fromPence)}`;
      }),
    ]),
    ...permissions.map(({ id: consentId, status, clientId, grantedBy, createdAt }) => {
      return (
        `    permission ${consentId} (${CONSENT_STATUSES[status]}) of ${clientId}, given by ${grantedBy}, ` +
        `created ${formatLondon(createdAt)}`
      );
    }),
    ...customer.payments.map(({ id: paymentId, family, status, createdAt }) => {
      return `    payment ${paymentId} (${formatPaymentType(family)}) ${status}, submitted ${formatLondon(createdAt)}`;
    }),
    ...(customer.isShortened ? ['    There is more than is listed.'] : []),
  ];
}

function formatUser(user: CustomerUserReport): string {
  const { id, mayUploadFiles, userLimitPence, lockedUntil, passkeys, lastSignInAt } = user;
  const locked = lockedUntil === null ? '' : `, LOCKED OUT until ${formatLondon(lockedUntil)}`;
  const signedIn = lastSignInAt === null ? 'never' : formatLondon(lastSignInAt);
  return (
    `    user ${id}: ${mayUploadFiles ? 'may approve files' : 'no files'}, ` +
    `limit ${limit(userLimitPence)}, ${counted(passkeys, 'passkey')}, ` +
    `last attempt to sign in ${signedIn}${locked}`
  );
}

function limit(pence: number | null): string {
  return pence === null ? 'none' : formatPounds(pence);
}
