import { Hono } from 'hono';
import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../domain/messages/audit-text.ts';
import type { AuditListing } from '../../domain/records/audit-listing.ts';
import { recorded, refusal, type ControlEnv } from '../control.ts';
import type { PartsWith } from '../route-parts.ts';

/** Maximum number of entries in one answer, and the number by default. */
const MAX_LISTED = 1000;
const DEFAULT_LISTED = 100;

/** Parameters of a list of audit entries. */
export const ListRequest = z.strictObject({
  id: z.string().min(1).max(128).optional(),
  action: z
    .string()
    .refine((action) => Object.hasOwn(AUDIT_ACTIONS, action))
    .optional(),
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_LISTED).default(DEFAULT_LISTED),
});

/** Messages about wrong parameters, keyed by name. */
const MESSAGES: Readonly<Record<string, string>> = {
  id: 'Give an id of at most 128 characters.',
  action: 'There is no such action. The glossary and the console list the actions.',
  before: 'Give the sequence number of an entry.',
  limit: `Give a limit from 1 to ${String(MAX_LISTED)}.`,
};

/** Returns the route that lists entries of the audit log, newest first. */
export function auditRoutes({ useCases }: PartsWith<'listAudit'>): Hono<ControlEnv> {
  const routes = new Hono<ControlEnv>();
  routes.get('/audit', recorded('audit-list'), async (c) => {
    const query = ListRequest.safeParse(c.req.query());
    if (!query.success) {
      const name = String(query.error.issues[0]?.path[0]);
      throw refusal(400, MESSAGES[name] ?? 'Expected the parameters id, action, before and limit.');
    }
    const { id = null, action = null, before = null, limit } = query.data;
    return c.json(
      (await useCases.listAudit({ subject: id, action, before, limit })) satisfies AuditListing,
    );
  });
  return routes;
}
