import { Button, Spin } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { type JsonResponse } from '@/api/auth-api';
import { ApiError } from '@/api/api-error';
import { errorText } from '@/api/error-text';
import { AuthFrame } from './auth-frame';

type UnusableLink = { status: 'checking' } | { status: 'dead' } | { status: 'unreachable'; message: string };
export type MailedLink<T> = UnusableLink | { status: 'good'; data: T };

/** The link expired or was used while its page was open. */
export const isLinkDead = (error: unknown): boolean => error instanceof ApiError && error.code === 'link_dead';

/** The server rejected the link. A 429 response only asks to wait. */
const isRejected = (error: unknown): boolean =>
  error instanceof ApiError && error.statusCode >= 400 && error.statusCode < 500 && error.statusCode !== 429;

/**
 * The token at the end of a mailed link, checked once before the page is shown.
 * The check does not use up the token: mail scanners open links, and people reload pages.
 */
export function useMailedLink<T>(check: (token: string) => Promise<JsonResponse<T>>) {
  const { t } = useTranslation();
  const { id: token = '' } = useParams();
  const [link, setLink] = useState<MailedLink<T>>({ status: 'checking' });
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    let isMounted = true;
    setLink({ status: 'checking' });
    check(token).then(
      ({ body }) => isMounted && setLink({ status: 'good', data: body }),
      (error: unknown) =>
        isMounted &&
        setLink(isRejected(error) ? { status: 'dead' } : { status: 'unreachable', message: errorText(t, error) }),
    );
    return () => {
      isMounted = false;
    };
    // The link is checked once, even if the language changes.
  }, [token, attempts]); // eslint-disable-line react-hooks/exhaustive-deps
  return {
    token,
    link,
    retry: () => setAttempts((count) => count + 1),
    markDead: () => setLink({ status: 'dead' }),
  };
}

/** Shown while the link is unchecked or unusable. `children`: where a dead link leads. */
export function MailedLinkState(props: {
  link: UnusableLink;
  onRetry: () => void;
  title: string;
  checking: string;
  dead: { title: string; text: string };
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { link, title } = props;
  switch (link.status) {
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
        <AuthFrame title={title} text={<span role="alert">{link.message}</span>}>
          <div className="sg-auth-links">
            <Button onClick={props.onRetry}>{t('shell.retry')}</Button>
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
