import type { ReactNode } from 'react';

/** Title, one sentence about the page, at most two buttons. Styles in `kit.css`. */
export function PageHeader({
  title,
  sentence,
  actions,
}: {
  title: ReactNode;
  sentence?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className="sg-page-head">
      <div>
        <h1>{title}</h1>
        {sentence && <p>{sentence}</p>}
      </div>
      {actions && <div className="kit-head-actions sg-wrap sg-gap-8">{actions}</div>}
    </header>
  );
}
