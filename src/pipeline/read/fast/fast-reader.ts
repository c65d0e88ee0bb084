import type { FilePayment } from '../../../domain/records/payment.ts';
import type { FileType } from '../../../domain/records/file-types.ts';
import { expectDefined } from '../../../shared/assert.ts';
import { MAX_PENCE, type Pence } from '../../../shared/money.ts';
import type { FastElementReader } from '../exact/elements.ts';
import type { Template } from './layout.ts';
import { Matcher } from './matcher.ts';
import { SLOT_RULES, type SlotRules } from './slots.ts';
import { TemplateView } from './template-view.ts';
import { learnTemplate } from './template.ts';
import type { Window } from '../window.ts';

/**
 * Maximum number of templates. A file from one program has one or two, or a few more with CHAPS
 * payments and dates.
 */
const MAX_TEMPLATES = 8;

/**
 * Maximum number of payments in a file from which templates are derived. It limits the cost of a
 * file whose payments have no common layout.
 */
const MAX_LEARNED = 256;

/**
 * Recognises payments by the layout of earlier payments of the file. Programs write every payment
 * with the same members in the same order, so most bytes of a file repeat (Mison, VLDB 2017).
 * Accepts a payment or abstains, and never rejects one.
 */
export class FastReader implements FastElementReader {
  readonly #slotRules: SlotRules;
  readonly #matcher = new Matcher();
  /** The templates, starting with the one that matched last. */
  readonly #templates: Template[] = [];
  #view: TemplateView | undefined;
  #learned = 0;

  constructor(fileType: FileType) {
    this.#slotRules = expectDefined(SLOT_RULES[fileType], `the slots of ${fileType}`);
  }

  match(window: Window, index: number): TemplateView | undefined {
    const templates = this.#templates;
    this.#matcher.use(window.bytes, window.end);
    for (let position = 0; position < templates.length; position += 1) {
      const template = templates[position];
      if (template === undefined) break;
      const end = this.#matcher.match(template, window.at);
      if (end === 0) continue;
      if (position > 0) {
        templates.copyWithin(1, 0, position);
        templates[0] = template;
      }
      return this.#show(template, window, index, end);
    }
    return undefined;
  }

  learn(
    bytes: Buffer,
    start: number,
    end: number,
    payment: FilePayment,
    maxPence: Pence = MAX_PENCE,
  ): void {
    if (this.#learned >= MAX_LEARNED) return;
    this.#learned += 1;
    const template = learnTemplate({ bytes, start, end }, payment, maxPence, this.#slotRules);
    if (template === undefined) return;
    this.#templates.unshift(template);
    if (this.#templates.length > MAX_TEMPLATES) this.#templates.pop();
  }

  #show(template: Template, window: Window, index: number, end: number): TemplateView {
    this.#view ??= new TemplateView(this.#matcher, template);
    const view = this.#view;
    view.template = template;
    view.index = index;
    view.start = window.offsetOf(window.at);
    view.end = end;
    view.amountPence = this.#matcher.amountPence;
    return view;
  }
}
