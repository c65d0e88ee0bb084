import { z } from 'zod';

/** Maximum number of operations in a patch. */
export const MAX_PATCH_OPERATIONS = 100;

const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

/** The field that an operation requires, besides its path. */
const REQUIRED: Partial<Record<(typeof OPERATIONS)[number], 'from' | 'value'>> = {
  add: 'value',
  replace: 'value',
  test: 'value',
  move: 'from',
  copy: 'from',
};

/** Schema of a JSON Patch (RFC 6902). */
export const JsonPatch = z
  .array(
    z
      .strictObject({
        op: z.enum(OPERATIONS, `Expected one of ${OPERATIONS.join(', ')}.`),
        path: z.string('Expected a JSON Pointer (RFC 6901).'),
        from: z.string('Expected a JSON Pointer (RFC 6901).').optional(),
        value: z.unknown().optional(),
      })
      .superRefine((operation, context) => {
        const field = REQUIRED[operation.op];
        if (field === undefined || field in operation) return;
        const params = { code: 'fieldMissing' };
        const message = `${operation.op} requires ${field}.`;
        context.addIssue({ code: 'custom', path: [field], message, params });
      }),
  )
  .meta({ maxItems: MAX_PATCH_OPERATIONS });
