import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import '@/components/page-states.css';

function ErrorPage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  // After a release the old chunks are gone; reloading fetches the new page.
  const stale = error instanceof Error && /dynamically imported module|module script/i.test(error.message);
  return (
    <section className="sg-state sg-col sg-middle sg-center sg-gap-16" role="alert">
      <h1>{t(stale ? 'shell.stale_title' : 'shell.broken_title')}</h1>
      <div className="sg-state-text sg-soft">{t(stale ? 'shell.stale_text' : 'shell.broken_text')}</div>
      {!stale && error instanceof Error && <code className="sg-any">{error.message}</code>}
      <button type="button" className="sg-plain-button" onClick={() => location.reload()}>
        {t('shell.reload')}
      </button>
    </section>
  );
}

/** Error element of the router. */
export function RouteError() {
  return <ErrorPage error={useRouteError()} />;
}

/** Around each page, so that the menu stays usable. A new `resetKey` retries. */
export class PageBoundary extends Component<{ resetKey: string; children: ReactNode }, { error: unknown }> {
  override state = { error: null as unknown };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override componentDidUpdate(previousProps: { resetKey: string }) {
    if (this.state.error !== null && previousProps.resetKey !== this.props.resetKey) this.setState({ error: null });
  }
  override render() {
    return this.state.error === null ? this.props.children : <ErrorPage error={this.state.error} />;
  }
}
