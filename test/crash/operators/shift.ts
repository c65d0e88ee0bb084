import type { OperatorBrowser } from '../../web/operator-browser.ts';
import type { Dice } from '../random.ts';
import { Violation, type Story } from '../story.ts';
import type { AcknowledgedActions } from './acknowledged.ts';

/** An operator who has signed in. */
export interface SignedInOperator {
  readonly id: string;
  readonly browser: OperatorBrowser;
}

/** The inputs of an action of the operators. */
export interface Shift {
  readonly dice: Dice;
  /** At least three operators. Each may propose and confirm all actions. */
  readonly operators: readonly SignedInOperator[];
  readonly acknowledged: AcknowledgedActions;
  readonly stories: readonly Story[];
}

/** Returns a random operator. */
export function pickOperator({ dice, operators }: Shift): SignedInOperator {
  const operator = operators[dice.between(0, operators.length - 1)];
  if (operator === undefined) throw new Error('No operator is signed in.');
  return operator;
}

/** Returns a random story. Undefined if there is none. */
export function pickStory({ dice, stories }: Shift): Story | undefined {
  return stories[dice.between(0, Math.max(0, stories.length - 1))];
}

/** Throws a Violation unless the console led to a page with one of the problems. */
export function expectProblem(location: string, problems: readonly string[]): void {
  if (problems.some((problem) => location.endsWith(`problem=${problem}`))) return;
  throw new Violation(`The console led to ${location}, expected ${problems.join(' or ')}.`);
}

/** Returns the values of a hidden field in a page. */
export function valuesOf(page: string, name: string): readonly string[] {
  const fields = page.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'));
  return [...fields].map(([, value = '']) => value);
}
