import { Button, Spin } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { type Answer } from '@/api/auth-api';
import { ApiError } from '@/api/api-error';
import { refusalWords } from '@/api/refusal-words';
import { AuthFrame } from './auth-frame';

type NotGood = { is: 'checking' } | { is: 'dead' } | { is: 'unreachable'; why: string };
export type MailedLink<Found> = NotGood | { is: 'good'; found: Found };

/** Said when what the link stands for is done with it: the link died while its page was open. */
export const isLinkDead = (error: unknown): boolean => error instanceof ApiError && error.code === 'link_dead';

/** The server knows no such link; it was reached, and did not ask for patience. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.statusCode >= 400 && error.statusCode < 500 && error.statusCode !== 429;

/**
 * The token at the end of a mailed link, checked once before anything is shown. Checking spends nothing: mail scanners
 * open links, and people reload pages.
 */
export function useMailedLink<Found>(check: (token: string) => Promise<Answer<Found>>) {
  const { t } = useTranslation();
  const { id: token = '' } = useParams();
  const [link, setLink] = useState<MailedLink<Found>>({ is: 'checking' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    setLink({ is: 'checking' });
    check(token).then(
      ({ body }) => wanted && setLink({ is: 'good', found: body }),
      (error: unknown) =>
        wanted && setLink(isRefused(error) ? { is: 'dead' } : { is: 'unreachable', why: refusalWords(t, error) }),
    );
    return () => {
      wanted = false;
    };
    // The texts may change while the page is open; the link is checked once.
  }, [token, tries]); // eslint-disable-line react-hooks/exhaustive-deps
  return {
    token,
    link,
    again: () => setTries((done) => done + 1),
    die: () => setLink({ is: 'dead' }),
  };
}

/** What the page shows instead of itself while its link is not known to be good. `children`: where a dead one leads. */
export function MailedLinkState(props: {
  link: NotGood;
  again: () => void;
  title: string;
  checking: string;
  dead: { title: string; text: string };
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { link, title } = props;
  switch (link.is) {
    case 'checking':
      return (
        <AuthFrame title={title} text={<span role="status">{props.checking}</span>}>
          <div className="sg-auth-wait">
            <Spin />
          </div>
        </AuthFrame>
      );
    case 'unreachable':
      return (
        <AuthFrame title={title} text={<span role="alert">{link.why}</span>}>
          <div className="sg-auth-links">
            <Button onClick={props.again}>{t('shell.retry')}</Button>
          </div>
        </AuthFrame>
      );
    case 'dead':
      return (
        <AuthFrame title={props.dead.title} text={<span role="status">{props.dead.text}</span>}>
          <div className="sg-auth-links">
            {props.children}
            <Link to="/auth/login">{t('auth.to_login')}</Link>
          </div>
        </AuthFrame>
      );
  }
}
