import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatCount } from '@/kit/format';
import { FailedState } from '@/kit/states';

export interface TeamLine {
  readonly key: string;
  readonly to: string;
  readonly who: string;
  readonly what: string;
}

/** One question about the team: how many, who first, and the way to all of them. A figure is shown once it is known. */
export function TeamList(props: {
  id: string;
  title: string;
  none: string;
  /** Undefined: not known yet. */
  total: number | undefined;
  lines: readonly TeamLine[];
  all: string;
  allLabel?: string;
  tone?: 'error' | 'warning';
  error?: Error | null;
  retry?: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { id, title, none, total, lines, all, tone } = props;
  const count = total === undefined ? undefined : formatCount(total, i18n.language);
  return (
    <section className="lr-team-list" aria-labelledby={id}>
      <h3 id={id}>
        {title}
        {count !== undefined && total! > 0 && (
          <span className={`sg-number lr-team-count${tone ? ` kit-tone-${tone}` : ''}`}>{count}</span>
        )}
      </h3>
      <Body {...props} none={none}>
        {total !== undefined && total > 0 && (
          <>
            <ul>
              {lines.map(({ key, to, who, what }) => (
                <li key={key}>
                  <Link to={to}>
                    <strong>
                      <bdi>{who}</bdi>
                    </strong>
                    <span className="lr-soft">
                      <bdi>{what}</bdi>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
            <Link to={all} className="lr-team-all">
              {props.allLabel ?? t('team.all', { n: count })}
              <span className="sg-visually-hidden">: {title}</span>
            </Link>
          </>
        )}
      </Body>
    </section>
  );
}

function Body(props: {
  total: number | undefined;
  none: string;
  error?: Error | null;
  retry?: () => void;
  children: ReactNode;
}) {
  if (props.error) return <FailedState error={props.error} retry={() => props.retry?.()} />;
  if (props.total === undefined) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return props.total === 0 ? <p className="lr-soft">{props.none}</p> : props.children;
}
