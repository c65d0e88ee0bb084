import { expectDefined } from '../../src/shared/assert.ts';
import type { Dice } from './random.ts';
import { ENDED_ORDERS } from './ended-orders.ts';
import { ORDERS } from './orders.ts';
import type { Kind } from './plan.ts';
import { FILES } from './shapes.ts';

/** All kinds of stories in the campaign. A story's kind is chosen at random by these weights. */
const KINDS: readonly Kind[] = [...FILES, ...ORDERS, ...ENDED_ORDERS];

export function pickKind(dice: Dice): Kind {
  let left = dice.roll() * KINDS.reduce((sum, { weight }) => sum + weight, 0);
  for (const kind of KINDS) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  return expectDefined(KINDS[0], 'a kind of story');
}
