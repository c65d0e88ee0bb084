import type { FilePayment } from '../../../domain/records/payment.ts';
import { MAX_PENCE, type Pence } from '../../../shared/money.ts';
import type { FastElementReader } from '../elements.ts';
import type { Template } from './layout.ts';
import { Matcher } from './matcher.ts';
import { TemplateView } from './template-view.ts';
import { learnTemplate } from './template.ts';
import type { Window } from '../window.ts';

/** Layouts that are kept: a file from one program has one or two, with CHAPS and dates a few. */
const MAX_TEMPLATES = 8;

/** Payments of one reading that may be learnt from: a file without any order stops costing it. */
const MAX_LESSONS = 256;

/**
 * Knows payments by the layout of those it was shown: programs write every payment with the same
 * members in the same order, so that most of a file is the same bytes again and again (Mison,
 * VLDB 2017). Accepts or abstains; never refuses.
 */
export class FastReader implements FastElementReader {
  readonly #matcher = new Matcher();
  /** The one that matched last comes first. */
  readonly #templates: Template[] = [];
  #view: TemplateView | undefined;
  #lessons = 0;

  match(window: Window, index: number): TemplateView | undefined {
    const templates = this.#templates;
    this.#matcher.use(window.bytes, window.end);
    for (let place = 0; place < templates.length; place += 1) {
      const template = templates[place];
      if (template === undefined) break;
      const end = this.#matcher.match(template, window.at);
      if (end === 0) continue;
      if (place > 0) {
        templates.copyWithin(1, 0, place);
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
    if (this.#lessons >= MAX_LESSONS) return;
    this.#lessons += 1;
    const template = learnTemplate(bytes, start, end, payment, maxPence);
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
