import type { ActionProposal } from '../../domain/records/action-proposals.ts';
import { idOf, request, type IdKind, type Route } from '../control-client.ts';
import type { CliContext } from '../program.ts';
import { printProposal } from './action-proposals.ts';

/** A request about one record. */
export interface Sent {
  /** Method and path, with the kind of the id, for example `POST /work/:step/abandon`. */
  readonly route: `${Route}/:${IdKind}/${string}`;
  /** Command that shows the resulting state, for error messages. */
  readonly check: string;
  /** Message, in which `<id>` stands for the id. Null if another operator must confirm it. */
  readonly done: string | null;
}

/** Returns the action of a command that sends a request and prints a message. */
export function sending({ route, check, done }: Sent) {
  return async (context: CliContext, id: string, options: object) => {
    const path = route.replace(/:(\w+)/, (_, kind: IdKind) => idOf(kind, id, check)) as Route;
    const body = Object.keys(options).length === 0 ? undefined : options;
    const result = await request<unknown>(context, path, check, body);
    if (done === null) printProposal(context, result as ActionProposal);
    else context.print(done.replaceAll('<id>', id));
    return result;
  };
}
