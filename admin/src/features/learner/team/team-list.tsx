import { Col, Flex, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TotalCount } from '@/api/data-provider';
import { formatCount } from '@/components/format';
import { useCountLabel } from '@/crud/list/paging';
import { FailedState } from '@/components/state-panels';
import styles from './team.module.css';

export interface TeamLine {
  readonly key: string;
  readonly to: string;
  readonly personName: string;
  readonly description: string;
}

/** A titled list with its total, the first rows and a link to all rows. */
export function TeamList(props: {
  id: string;
  title: string;
  emptyText: string;
  /** Undefined while loading. */
  totalCount: TotalCount | undefined;
  lines: readonly TeamLine[];
  allPath: string;
  allLabel?: string;
  tone?: 'error' | 'warning';
  error?: Error | null;
  retry?: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { id, title, emptyText, totalCount, lines, allPath, tone } = props;
  const countLabel = useCountLabel();
  const hasRows = totalCount !== undefined && totalCount.total > 0;
  return (
    <Col className={styles.list} xs={24} sm={12} xl={6}>
      <section aria-labelledby={id}>
        <Flex component="h3" id={id} align="baseline" gap={8}>
          {title}
          {hasRows && <span className={`sg-number${tone ? ` sg-${tone}` : ''}`}>{countLabel(totalCount)}</span>}
        </Flex>
        <Body {...props} emptyText={emptyText}>
          {hasRows && (
            <>
              <ul>
                {lines.map(({ key, to, personName, description }) => (
                  <li key={key}>
                    <Link to={to}>
                      <strong className="sg-clip">
                        <bdi>{personName}</bdi>
                      </strong>
                      <span className="sg-clip sg-small sg-soft">
                        <bdi>{description}</bdi>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
              <Link to={allPath} className={`sg-inline ${styles.all}`}>
                {props.allLabel ??
                  t(totalCount.exact === false ? 'team.all_more' : 'team.all', {
                    n: formatCount(totalCount.total, i18n.language),
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
  totalCount: TotalCount | undefined;
  emptyText: string;
  error?: Error | null;
  retry?: () => void;
  children: ReactNode;
}) {
  if (props.error) return <FailedState error={props.error} retry={() => props.retry?.()} />;
  if (!props.totalCount) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return props.totalCount.total === 0 ? <p className="sg-soft">{props.emptyText}</p> : props.children;
}
