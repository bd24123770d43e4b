import { Col, Flex, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Counted } from '@/api/data';
import { formatCount } from '@/components/format';
import { useCountLabel } from '@/crud/list/paging';
import { FailedState } from '@/components/states';
import styles from './team.module.css';

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
  counted: Counted | undefined;
  lines: readonly TeamLine[];
  all: string;
  allLabel?: string;
  tone?: 'error' | 'warning';
  error?: Error | null;
  retry?: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { id, title, none, counted, lines, all, tone } = props;
  const countLabel = useCountLabel();
  const isSome = counted !== undefined && counted.total > 0;
  return (
    <Col className={styles.list} xs={24} sm={12} xl={6}>
      <section aria-labelledby={id}>
        <Flex component="h3" id={id} align="baseline" gap={8}>
          {title}
          {isSome && <span className={`sg-number${tone ? ` sg-${tone}` : ''}`}>{countLabel(counted)}</span>}
        </Flex>
        <Body {...props} none={none}>
          {isSome && (
            <>
              <ul>
                {lines.map(({ key, to, who, what }) => (
                  <li key={key}>
                    <Link to={to}>
                      <strong className="sg-clip">
                        <bdi>{who}</bdi>
                      </strong>
                      <span className="sg-clip sg-small sg-soft">
                        <bdi>{what}</bdi>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <Link to={all} className={`sg-inline ${styles.all}`}>
                {props.allLabel ??
                  t(counted.exact === false ? 'team.all_more' : 'team.all', {
                    n: formatCount(counted.total, i18n.language),
                  })}
                <span className="sg-visually-hidden">: {title}</span>
              </Link>
            </>
          )}
        </Body>
      </section>
    </Col>
  );
}

function Body(props: {
  counted: Counted | undefined;
  none: string;
  error?: Error | null;
  retry?: () => void;
  children: ReactNode;
}) {
  if (props.error) return <FailedState error={props.error} retry={() => props.retry?.()} />;
  if (!props.counted) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return props.counted.total === 0 ? <p className="sg-soft">{props.none}</p> : props.children;
}
