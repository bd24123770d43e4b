import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Cancel and Save of a form in a drawer; Discard and Save of one that stays in its page. */
export function FormFooter(props: {
  isNew: boolean;
  dirty: boolean;
  saving: boolean;
  /** Somebody else saved the record while this was typed: takes theirs over, and puts what was typed on top. */
  overtaken?: (() => void) | undefined;
  /** Absent: the form stays. */
  cancel: (() => void) | undefined;
  discard: (() => void) | undefined;
  save: () => void;
  /** Saves, and empties the form for the next one; undefined: there is no next one. */
  addAnother: (() => void) | undefined;
}) {
  const { isNew, dirty, saving, overtaken, cancel, discard, save, addAnother } = props;
  const { t } = useTranslation();
  return (
    <div className="kit-form-footer sg-row sg-wrap sg-to-end sg-gap-8">
      <span className="sg-faint">
        {!overtaken && dirty && t('kit.form.unsaved')}
        <span role="status">{overtaken && t('kit.stale.title')}</span>
        {overtaken && (
          <Button type="link" size="small" onClick={overtaken}>
            {t('kit.stale.review')}
          </Button>
        )}
      </span>
      {cancel && <Button onClick={cancel}>{t('kit.cancel')}</Button>}
      {!cancel && dirty && discard && <Button onClick={discard}>{t('kit.leave.discard')}</Button>}
      {addAnother && (
        <Button disabled={saving} onClick={addAnother}>
          {t('kit.form.create_another')}
        </Button>
      )}
      <Button
        type="primary"
        loading={saving}
        disabled={!cancel && !dirty}
        onClick={save}
        title={t('kit.form.save_hint')}
      >
        {t(isNew ? 'kit.form.create' : 'kit.form.save')}
      </Button>
    </div>
  );
}
