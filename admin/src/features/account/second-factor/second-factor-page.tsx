import { KeyOutlined, MobileOutlined } from '@ant-design/icons';
import { Alert, Button, ConfigProvider, Flex, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { SecondFactorResponse } from '@contract/account.responses';
import { logout, safeRedirectPath } from '@/api/session';
import { errorText } from '@/api/error-text';
import { saveSecondFactorRequired } from '@/api/storage';
import { AuthFrame } from '@/features/auth/auth-frame';
import { supportsPasskeys } from '@/features/auth/passkey';
import { AddPasskey } from './add-passkey';
import { SetUpAuthenticator } from './set-up-authenticator';
import { secondFactorApi } from './second-factor-api';
import './second-factor.css';

const METHODS = [
  { method: 'passkey', Icon: KeyOutlined },
  { method: 'app', Icon: MobileOutlined },
] as const;
type SecondFactorMethod = (typeof METHODS)[number]['method'];

/** The only page of a session that lacks a required second factor. Returns to the previous page afterwards. */
export function SecondFactorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [state, setState] = useState<SecondFactorResponse | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  // Without passkey support there is no choice.
  const [method, setMethod] = useState<SecondFactorMethod | null>(supportsPasskeys() ? null : 'app');
  const handleDone = () => {
    saveSecondFactorRequired(false);
    void navigate(safeRedirectPath(params.get('to')), { replace: true });
  };

  useEffect(() => {
    let isMounted = true;
    secondFactorApi.state().then(
      (loadedState) => isMounted && setState(loadedState),
      (error: unknown) => isMounted && setErrorMessage(errorText(t, error)),
    );
    return () => {
      isMounted = false;
    };
  }, [t]);

  // The rule was lifted, or the page was opened without need.
  const canContinue = state && (!state.required || state.session_is_strong);
  const isSetUpElsewhere = state?.protected && !canContinue;
  return (
    <AuthFrame
      title={t('second_factor.required_title')}
      text={t(isSetUpElsewhere ? 'second_factor.elsewhere_text' : 'second_factor.required_text')}
    >
      {errorMessage && <Alert type="error" showIcon message={errorMessage} role="alert" />}
      {!state && !errorMessage && <Skeleton active paragraph={{ rows: 4 }} />}
      {state && !canContinue && !isSetUpElsewhere && (
        <ConfigProvider componentSize="large">
          {method === null && <MethodChoice onChoose={setMethod} />}
          {method === 'app' && <SetUpAuthenticator isReplacing={false} onDone={handleDone} />}
          {method === 'passkey' && <AddPasskey asksCode={false} isFirst onDone={handleDone} />}
        </ConfigProvider>
      )}
      {canContinue && (
        <Button type="primary" onClick={handleDone}>
          {t('second_factor.go_on')}
        </Button>
      )}
      <div className="sg-auth-links">
        {method && supportsPasskeys() && !canContinue && (
          <Button type="link" className="sg-auth-back" onClick={() => setMethod(null)}>
            {t('second_factor.other_way')}
          </Button>
        )}
        <Button type="link" className="sg-auth-back" onClick={() => void logout()}>
          {t('menu.logout')}
        </Button>
      </div>
    </AuthFrame>
  );
}

function MethodChoice({ onChoose }: { onChoose: (method: SecondFactorMethod) => void }) {
  const { t } = useTranslation();
  return (
    <ul className="sg-stack sg-gap-12 sf-ways sg-mt-16">
      {METHODS.map(({ method, Icon }) => (
        <li key={method}>
          <button type="button" onClick={() => onChoose(method)} className="sg-press sg-choice sg-whole">
            <Flex align="center" gap={16}>
              <Icon aria-hidden />
              <Flex vertical>
                <strong>{t(`second_factor.by_${method}`)}</strong>
                <span className="sg-soft">{t(`second_factor.by_${method}_text`)}</span>
              </Flex>
            </Flex>
          </button>
        </li>
      ))}
    </ul>
  );
}
