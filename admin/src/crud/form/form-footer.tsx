import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

/** Cancel and Save in a drawer; Discard and Save in a page. */
export function FormFooter(props: {
  isNew: boolean;
  dirty: boolean;
  saving: boolean;
  /** Set if another user saved the record meanwhile: loads their version and keeps the own input on top. */
  reviewConflict?: (() => void) | undefined;
  /** Absent in a page. */
  cancel: (() => void) | undefined;
  discard: (() => void) | undefined;
  save: () => void;
  /** Saves and clears the form for another row; undefined if not offered. */
  addAnother: (() => void) | undefined;
}) {
  const { isNew, dirty, saving, reviewConflict, cancel, discard, save, addAnother } = props;
  const { t } = useTranslation();
  return (
    <div className="kit-form-footer sg-row sg-wrap sg-to-end sg-gap-8">
      <span className="sg-faint">
        {!reviewConflict && dirty && t('kit.form.unsaved')}
        <span role="status">{reviewConflict && t('kit.stale.title')}</span>
        {reviewConflict && (
          <Button type="link" size="small" onClick={reviewConflict}>
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
