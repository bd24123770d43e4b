import { useState } from 'react';
import { useLogout } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { MessageDialog } from '@/components/message-dialog';
import { usePageTitle } from '@/components/page-title';
import { ApiError } from '@/api/api-error';
import { stayUntilLogout } from '@/api/session';
import { signedCall } from '@/api/signed-call';
import { readCustomer } from '@/api/storage';
import { useSession } from '@/api/use-session';
import { NewPasswordForm } from './new-password-form';

/** The refusal that means: this sign-in is older than 10 minutes, say the present password too. */
const WANTS_CURRENT = 'current_password_needed';

/** Reset Password of the user menu. The current-password field appears only when the server asks for it. */
export function UpdatePasswordPage() {
  const { user } = useSession();
  const { mutate: logout } = useLogout();
  const { t } = useTranslation();
  const [needsCurrent, setNeedsCurrent] = useState(false);
  const [done, setDone] = useState(false);
  usePageTitle(t('auth.update_title'));

  // The organisation by which this browser knows the session (specification §2); platform staff have none.
  const customer_id = Number(readCustomer().id) || undefined;
  const save = async (password: string, current?: string) => {
    try {
      await signedCall('POST', '/api/auth/password', { customer_id, password, current_password: current });
      stayUntilLogout();
      setDone(true);
    } catch (error) {
      if (error instanceof ApiError && error.code === WANTS_CURRENT) setNeedsCurrent(true);
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
        message={done ? { kind: 'success', text: t('auth.reset_done'), then: () => logout() } : null}
        onClose={() => setDone(false)}
      />
    </>
  );
}
