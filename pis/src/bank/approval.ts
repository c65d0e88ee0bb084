import type { Command } from 'commander';
import { renderUnicodeCompact } from 'uqr';
import { exitCodes } from '../exit-codes.ts';
import { PisError } from '../rows/model.ts';
import type { Context } from '../terminal/context.ts';
import { receiveCallback } from './callback.ts';
import type { Connection } from './connection.ts';
import { decideInSandbox } from './sandbox.ts';

/** Options of the commands that ask a customer to approve. */
export interface ApprovalOptions {
  /** User of the sandbox in whose place pis approves. */
  readonly approveAs?: string;
  /** Account that this user chooses: 14 digits. Needed if the consent names none. */
  readonly account?: string;
}

/** Adds the options of the commands that ask a customer to approve. */
export function addApprovalOptions(command: Command): Command {
  return command
    .option('--approve-as <user>', 'sandbox only: approve in place of this user, e.g. clara')
    .option('--account <digits>', 'sandbox only: account that the user chooses');
}

/** Throws a PisError if no one can approve: there is no terminal, and no user of the sandbox. */
export function requireApprover({ ask }: Context, { approveAs }: ApprovalOptions): void {
  if (ask !== undefined || approveAs !== undefined) return;
  throw new PisError(
    'The customer must approve, but there is no terminal. Run the same command in a terminal. ' +
      'In the sandbox, pass --approve-as <user>.',
    exitCodes.waiting,
  );
}

/**
 * Has the customer approve a consent, and returns the token of the approval. Shows the bank's
 * address as a link and a QR code, then waits for the customer's return.
 */
export async function approve(
  context: Context,
  connection: Connection,
  consentId: string,
  options: ApprovalOptions,
): Promise<string> {
  const { approveAs: user, account } = options;
  if (user !== undefined) {
    const decision = { decision: 'approve', user } as const;
    const choice = account === undefined ? {} : { debtorAccount: account };
    return decideInSandbox(connection, consentId, { ...decision, ...choice }, context.signal);
  }
  const { customers } = connection.bank;
  const callback = await receiveCallback(context);
  try {
    const { url, pending } = await customers.start(consentId, { state: callback.state });
    context.err.write(`${approvalText(context, url)}\n`);
    return (await customers.finish(await callback.address, pending)).token;
  } finally {
    await callback.close();
  }
}

function approvalText({ err }: Context, url: string): string {
  if (!err.isTerminal) return `The customer approves here: ${url}`;
  return `The customer approves here:\n\n${url}\n\n${renderUnicodeCompact(url, { ecc: 'L' })}`;
}
