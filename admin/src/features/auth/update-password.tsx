import { useState } from 'react';
import { useLogout } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { MessageDialog } from '@/components/message-dialog';
import { usePageTitle } from '@/components/page-title';
import { ApiError } from '@/api/api-error';
import { suppressSessionRedirects } from '@/api/session';
import { authFetch } from '@/api/auth-fetch';
import { readCustomer } from '@/api/storage';
import { useSession } from '@/api/use-session';
import { NewPasswordForm } from './new-password-form';

/** The sign-in is older than 10 minutes: the current password is required. */
const CURRENT_PASSWORD_NEEDED = 'current_password_needed';

/** Reset Password of the user menu. The current password is requested only if the server requires it. */
export function UpdatePasswordPage() {
  const { user } = useSession();
  const { mutate: logout } = useLogout();
  const { t } = useTranslation();
  const [needsCurrent, setNeedsCurrent] = useState(false);
  const [done, setDone] = useState(false);
  usePageTitle(t('auth.update_title'));

  // The customer of this session (docs/specification.md §2); platform staff have none.
  const customer_id = Number(readCustomer().id) || undefined;
  const save = async (password: string, current?: string) => {
    try {
      await authFetch('POST', '/api/auth/password', { customer_id, password, current_password: current });
      suppressSessionRedirects();
      setDone(true);
    } catch (error) {
      if (error instanceof ApiError && error.code === CURRENT_PASSWORD_NEEDED) setNeedsCurrent(true);
      throw error;
    }
  };
  return (
    <>
      <div className="sg-page-head">
        <div>
          <h1>{t('auth.update_title')}</h1>
          <p>{t('auth.update_text')}</p>
        </div>
      </div>
      <section className="sg-card sg-password-card">
        <NewPasswordForm userName={user?.user_name ?? ''} needsCurrent={needsCurrent} save={save} />
      </section>
      <MessageDialog
        message={done ? { kind: 'success', text: t('auth.reset_done'), afterClose: () => logout() } : null}
        onClose={() => setDone(false)}
      />
    </>
  );
}
