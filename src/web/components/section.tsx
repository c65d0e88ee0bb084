import type { Child } from 'hono/jsx';

interface SectionProperties {
  /** Id of the heading. It is unique on the page. */
  readonly id: string;
  readonly title: Child;
  readonly class?: string;
  readonly children?: Child;
}

/** A part of a page with a heading, which names it for screen readers. */
export function Section({ id, title, class: classes, children }: SectionProperties) {
  return (
    <section class={classes} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A section about one record of a list. */
export function Entry(properties: Omit<SectionProperties, 'class'>) {
  return <Section class="entry" {...properties} />;
}
