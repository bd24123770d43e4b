import { Empty } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/use-session';
import { LinkButton } from './link-button';
import { usePageTitle } from './page-title';
import './page-states.css';

/** Layout of all status pages: a drawing, a title, a text, an action. */
function StatePage(props: { art: ReactNode; title: string; text?: ReactNode; action?: ReactNode }) {
  usePageTitle(props.title);
  return (
    <Empty
      className="sg-state sg-col sg-center"
      image={props.art}
      description={
        <>
          <h1>{props.title}</h1>
          {props.text && <div className="sg-state-text sg-soft">{props.text}</div>}
        </>
      }
    >
      {props.action}
    </Empty>
  );
}

const HomeLink = () => {
  const { t } = useTranslation();
  return (
    <LinkButton to="/home" type="primary">
      {t('shell.to_dashboard')}
    </LinkButton>
  );
};

export function ForbiddenPage() {
  const { impersonation } = useSession();
  const { t } = useTranslation();
  return (
    <StatePage
      art={<LockArt />}
      title={t('shell.forbidden_title')}
      text={t(impersonation ? 'shell.forbidden_viewing' : 'shell.forbidden_text')}
      action={<HomeLink />}
    />
  );
}

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <StatePage
      art={<LostArt />}
      title={t('shell.not_found_title')}
      text={t('shell.not_found_text')}
      action={<HomeLink />}
    />
  );
}

/** For platform staff on a page that needs a customer. */
export function ChooseCustomerPage() {
  const { t } = useTranslation();
  return (
    <StatePage
      art={<LostArt />}
      title={t('shell.choose_customer_title')}
      text={t('shell.choose_customer_text')}
      action={
        <LinkButton to="/customer-list" type="primary">
          {t('menu.customers')}
        </LinkButton>
      }
    />
  );
}

const stroke = { fill: 'none', stroke: 'var(--sg-line-strong)', strokeWidth: 2, strokeLinecap: 'round' as const };

function LockArt() {
  return (
    <svg width="96" height="72" viewBox="0 0 96 72">
      <g {...stroke}>
        <rect x="30" y="30" width="36" height="30" rx="6" />
        <path d="M38 30v-7a10 10 0 0 1 20 0v7" />
        <circle cx="48" cy="43" r="3" stroke="var(--sg-link)" />
        <path d="M48 46v6" stroke="var(--sg-link)" />
        <path d="M8 60h14M74 60h14" opacity=".4" />
      </g>
    </svg>
  );
}

function LostArt() {
  return (
    <svg width="96" height="72" viewBox="0 0 96 72">
      <g {...stroke}>
        {[16, 40, 64].map((x) =>
          [8, 30, 52].map((y) =>
            x === 40 && y === 30 ? null : <circle key={`${x}${y}`} cx={x + 8} cy={y + 6} r="6" opacity=".45" />,
          ),
        )}
        <path d="M48 30v0M44 33c0-6 9-6 9 0 0 4-5 3.500-5 7.500M48 45v.1" stroke="var(--sg-link)" />
      </g>
    </svg>
  );
}
