import { KeyOutlined, MobileOutlined } from '@ant-design/icons';
import { Alert, Button, ConfigProvider, Flex, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { SecondFactorState } from '@contract/account-answers';
import { logout, ownPath } from '@/api/session';
import { refusalWords } from '@/api/refusal-words';
import { keepSecondFactorRequired } from '@/api/storage';
import { AuthFrame } from '@/features/auth/auth-frame';
import { passkeysWork } from '@/features/auth/passkey';
import { AddPasskey } from './add-passkey';
import { Enrol } from './enrol';
import { secondFactorApi } from './second-factor-api';
import './second-factor.css';

const WAYS = [
  { way: 'passkey', Icon: KeyOutlined },
  { way: 'app', Icon: MobileOutlined },
] as const;
type Way = (typeof WAYS)[number]['way'];

/** The one page of a session that lacks the second factor its organisation requires; it leads back to where one was. */
export function SecondFactorPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [state, setState] = useState<SecondFactorState | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  // Where the browser keeps no passkeys there is nothing to choose.
  const [way, setWay] = useState<Way | null>(passkeysWork() ? null : 'app');
  const goOn = () => {
    keepSecondFactorRequired(false);
    void navigate(ownPath(params.get('to')), { replace: true });
  };

  useEffect(() => {
    let wanted = true;
    secondFactorApi.state().then(
      (now) => wanted && setState(now),
      (error: unknown) => wanted && setRefused(refusalWords(t, error)),
    );
    return () => {
      wanted = false;
    };
  }, [t]);

  // The rule was lifted meanwhile, or the address typed by somebody who need not be here.
  const mayGoOn = state && (!state.required || state.session_is_strong);
  const elsewhere = state?.protected && !mayGoOn;
  return (
    <AuthFrame
      title={t('second_factor.required_title')}
      text={t(elsewhere ? 'second_factor.elsewhere_text' : 'second_factor.required_text')}
    >
      {refused && <Alert type="error" showIcon message={refused} role="alert" />}
      {!state && !refused && <Skeleton active paragraph={{ rows: 4 }} />}
      {state && !mayGoOn && !elsewhere && (
        <ConfigProvider componentSize="large">
          {way === null && <Ways choose={setWay} />}
          {way === 'app' && <Enrol replacing={false} done={goOn} />}
          {way === 'passkey' && <AddPasskey asksCode={false} first done={goOn} />}
        </ConfigProvider>
      )}
      {mayGoOn && (
        <Button type="primary" onClick={goOn}>
          {t('second_factor.go_on')}
        </Button>
      )}
      <div className="sg-auth-links">
        {way && passkeysWork() && !mayGoOn && (
          <Button type="link" className="sg-auth-back" onClick={() => setWay(null)}>
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

function Ways({ choose }: { choose: (way: Way) => void }) {
  const { t } = useTranslation();
  return (
    <ul className="sg-stack sg-gap-12 sf-ways sg-mt-16">
      {WAYS.map(({ way, Icon }) => (
        <li key={way}>
          <button type="button" onClick={() => choose(way)} className="sg-press sg-choice sg-whole">
            <Flex align="center" gap={16}>
              <Icon aria-hidden />
              <Flex vertical>
                <strong>{t(`second_factor.by_${way}`)}</strong>
                <span className="sg-soft">{t(`second_factor.by_${way}_text`)}</span>
              </Flex>
            </Flex>
          </button>
        </li>
      ))}
    </ul>
  );
}
