import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { dataFolder } from '../../src/config/data-folder.ts';

/** The response of the control socket. */
interface ControlAnswer {
  readonly status: number | undefined;
  readonly body: string;
}

/**
 * Posts to the control socket of a service as another operator than the one who runs the tests.
 *
 * @param operator `<user>/<login user id>`, or null for a client that names no operator
 */
export function postAs(
  operator: string | null,
  directory: string,
  path: string,
): Promise<ControlAnswer> {
  return send('POST', operator, directory, path);
}

/** Reads from the control socket of a service. */
export function getFrom(directory: string, path: string): Promise<ControlAnswer> {
  return send('GET', null, directory, path);
}

async function send(
  method: string,
  operator: string | null,
  directory: string,
  path: string,
): Promise<ControlAnswer> {
  const { control: socketPath } = dataFolder(directory);
  const headers = operator === null ? {} : { 'x-operator': operator };
  const outgoing = request({ socketPath, method, path, headers, agent: false });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}
