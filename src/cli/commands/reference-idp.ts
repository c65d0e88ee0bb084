import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { z } from 'zod';
import { readAs } from '../../contract/problems.ts';
import { SANDBOX_SEED } from '../../sandbox/seed.ts';
import type { Users } from '../../simulators/identity-provider/proof.ts';
import { createReferenceProvider } from '../../simulators/identity-provider/provider.ts';
import { CliError, failWith, type CliContext } from '../program.ts';
import { untilStopped } from '../until-stopped.ts';

/** Options of the command. */
interface Options {
  readonly port: string;
  readonly issuer?: string;
  readonly service: string;
  readonly client: string;
  readonly console?: string;
  readonly consoleClient: string;
  readonly users?: string;
}

/** Operators of the console. */
const OPERATORS = ['olga', 'oscar'];

const UsersFile = z.record(
  z.string().min(1),
  z.strictObject({
    subject: z.string().min(1),
    password: z.string().min(1),
    groups: z.array(z.string().min(1)).optional(),
  }),
);

/** Runs the reference OpenID Provider until SIGTERM or SIGINT. */
export async function runReferenceIdp(context: CliContext, options: Options): Promise<void> {
  const { print, machineClock: clock } = context;
  const { port, service, client: clientId } = options;
  if (!/^\d{1,5}$/.test(port)) throw new CliError('--port needs a number such as 9400.');
  const issuer = options.issuer ?? `http://localhost:${port}`;
  const { console: consoleUrl, consoleClient } = options;
  for (const url of [issuer, service, consoleUrl ?? service]) {
    if (!URL.canParse(url)) throw new CliError(`${url} is not a URL such as https://bank.example.`);
  }
  const users = options.users === undefined ? sandboxUsers() : usersIn(options.users);
  const provider = createReferenceProvider({
    issuer,
    clientId,
    service,
    users,
    clock,
    ...(consoleUrl !== undefined && { console: { clientId: consoleClient, url: consoleUrl } }),
  });
  const server = createServer(provider).listen(Number(port), '127.0.0.1');
  await once(server, 'listening').catch(
    failWith(`Port ${port} cannot be used. Choose another one.`),
  );
  const stopped = untilStopped();
  print(`The OpenID Provider runs on ${issuer}. Users: ${[...users.keys()].join(', ')}.`);
  print(`Customers approve in the bank's app at ${issuer}/phone.`);
  print(`Start the service with PIS_SIGN_IN=${issuer}. Stop the provider with Ctrl+C.`);
  if (consoleUrl !== undefined) {
    print(`Operators sign in here with PIS_CONSOLE_IDP=${issuer} and PIS_CONSOLE_IDP_GROUPS.`);
  }
  await stopped;
  server.close().closeAllConnections();
  await once(server, 'close');
}

function sandboxUsers(): Users {
  const users = SANDBOX_SEED.users.map(({ id }) => {
    return [id, { subject: id, password: `${id}-password` }] as const;
  });
  const operators = OPERATORS.map((id) => {
    const groups = ['payments-ops'];
    return [id, { subject: id, password: `${id}-password`, groups }] as const;
  });
  return new Map([...users, ...operators]);
}

function usersIn(path: string): Users {
  try {
    return new Map(Object.entries(readAs(UsersFile, readFileSync(path, 'utf8'), path)));
  } catch (error) {
    return failWith(`${path} cannot be read as users.`)(error);
  }
}
