import type { MenuProps } from 'antd';
import { useLogout } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { fullName } from '@contract/person-name';
import { useSession } from '@/api/use-session';
import { ActionMenu } from '@/components/action-menu';
import { useMenuRoutes, type AppRoute } from '@/crud/app-routes';
import { useBreakpoint } from '@/theme/layout-options';

const JOBS = 'jobs';
/** The drawer opens over the current page. */
const withJobsDrawer = (query: URLSearchParams) => new URLSearchParams([...query, ['job', 'all']]);

/** Name and role of the user; the entries in the specification's order, then My Training. */
export function UserMenu() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const [, setQuery] = useSearchParams();
  const [account, ownRoutes, platform] = [useMenuRoutes('account'), useMenuRoutes('own'), useMenuRoutes('platform')];
  const { user, role } = useSession();
  const { mutate: logout } = useLogout();
  const isPhone = useBreakpoint() === 'menu';
  if (!user) return null;
  const name = fullName(user.first_name, user.last_name);
  const label = t(Number(user.role) === 0 ? 'shell.role_admin' : 'shell.role_user');
  const initials = [user.first_name, user.last_name].map((part) => [...(part ?? '')][0] ?? '').join('');

  const item = ({ path, labelKey }: AppRoute) => ({ key: path, label: t(labelKey) });
  const items: MenuProps['items'] = [
    ...account.map(item),
    { key: 'logout', label: t('menu.logout') },
    { type: 'divider' },
    ...ownRoutes.map(item),
    ...(role === 'admin' ? [{ key: JOBS, label: t('menu.jobs') }] : []),
    ...(role === 'platform' ? platform.map(item) : []),
  ];
  return (
    <ActionMenu
      name={name}
      placement={i18n.dir() === 'rtl' ? 'bottomLeft' : 'bottomRight'}
      menu={{
        items,
        onClick: ({ key }) => {
          if (key === 'logout') logout();
          else if (key === JOBS) setQuery(withJobsDrawer);
          else void navigate(key);
        },
      }}
    >
      <button type="button" className="sg-user sg-press sg-row sg-gap-8">
        <span className="sg-user-mark sg-inline sg-center sg-fixed sg-small sg-semi" aria-hidden="true">
          {initials || '?'}
        </span>
        <span className={isPhone ? 'sg-visually-hidden' : 'sg-user-text sg-col'}>
          <span className="sg-semi sg-clip">{name}</span>
          <span className="sg-tiny sg-soft">{label}</span>
        </span>
      </button>
    </ActionMenu>
  );
}
