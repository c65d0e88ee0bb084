import type { Command } from 'commander';
import { adder, type Run } from '../adder.ts';

/** Adds the command that runs a bank's OpenID Provider for tests. */
export function defineReferenceIdp(program: Command, run: Run): void {
  adder(program, run, () => import('../commands/reference-idp.ts'))(
    'reference-idp',
    'Runs an OpenID Provider like that of a bank, for tests on this machine. Customers sign in and ' +
      'approve there if the service has PIS_SIGN_IN=<issuer>. The page /phone stands for the app of ' +
      'the bank. The provider listens on loopback without TLS and keeps everything in memory. To ' +
      'trust the certificate of a sandbox, set NODE_EXTRA_CA_CERTS to pki/root.crt of its data ' +
      'folder. See docs/integration/sign-in.md.',
    ({ runReferenceIdp }) => runReferenceIdp,
  )
    .summary("Runs a bank's OpenID Provider for tests.")
    .option('--port <n>', 'port', '9400')
    .option('--issuer <url>', 'issuer. Default: http://localhost:<port>')
    .option('--service <url>', 'customer listener of the service', 'https://localhost:8444')
    .option('--client <id>', 'client_id of the service', 'payment-initiation-service')
    .option('--console <url>', "operators' console, if operators sign in here")
    .option('--console-client <id>', 'client_id of the console', 'payment-console')
    .option(
      '--users <file>',
      'users, JSON: {"<user name>": {"subject": "…", "password": "…", "groups": ["…"]}}. Only ' +
        'operators need groups. Default: the users of the sandbox with the password ' +
        '<user>-password, and the operators olga and oscar in the group payments-ops',
    );
}
