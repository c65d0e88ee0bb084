import { expectDefined } from '../../src/shared/assert.ts';
import type { Dice } from './random.ts';
import { ENDED_ORDERS } from './ended-orders.ts';
import { OPERATED } from './operators/stories.ts';
import { ORDERS } from './orders.ts';
import type { Kind } from './plan.ts';
import { FILES } from './shapes.ts';

/** The kinds of stories in which no operators take part. */
const KINDS: readonly Kind[] = [...FILES, ...ORDERS, ...ENDED_ORDERS];

/** Chooses a kind of story at random by the weights of all kinds. */
export function pickKind(dice: Dice, hasOperators = false): Kind {
  const kinds = hasOperators ? [...KINDS, ...OPERATED] : KINDS;
  let left = dice.roll() * kinds.reduce((sum, { weight }) => sum + weight, 0);
  for (const kind of kinds) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  return expectDefined(KINDS[0], 'a kind of story');
}
