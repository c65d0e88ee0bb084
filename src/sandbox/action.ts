import type { z } from 'zod';
import type { JsonAnswer } from '../api/json-handler.ts';
import type { TokenService } from '../auth/tokens.ts';
import { addZodFaults } from '../contract/faults.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { Grant } from '../domain/records/records.ts';
import { FaultList, type Refusal } from '../shared/errors.ts';
import type { UseCases } from '../use-cases/index.ts';

export interface ActionParts {
  readonly store: Store;
  readonly tokens: TokenService;
  readonly useCases: UseCases;
  /** The runner of due work. `wake` makes it check for due work at once. */
  readonly runner: { readonly wake: () => void };
}

/**
 * Performs an action of a customer on the bank's pages, with the same checks, or an action of a
 * creditor's bank. `id` is that of the consent or payment in the path.
 */
export type SandboxAction = (
  parts: ActionParts,
  id: string,
  body: unknown,
  grant: Grant,
  act: Act,
) => Promise<JsonAnswer | Refusal>;

/** Reads the request body of an action. Returns a refusal with all faults if it is invalid. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> | Refusal {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const faults = new FaultList();
  addZodFaults(faults, parsed.error, body);
  return faults.refusal();
}
