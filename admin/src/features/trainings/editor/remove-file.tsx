import { useState } from 'react';
import { Button } from 'antd';
import { DeleteOutlined } from '@ant-design/icons';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import { PopoverDialog } from '@/components/popover-dialog';
import { useSubmit } from '@/components/use-submit';

/** Removes the file of a training after a confirmation. @param texts translated */
export function RemoveFile({ path, texts }: { path: string; texts: { remove: string; ask: string; removed: string } }) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const { run } = useSubmit({ toast: true });
  const [isConfirming, setConfirming] = useState(false);
  const remove = () => {
    setConfirming(false);
    return run(async () => {
      await http.delete(path);
      await invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      notify?.({ type: 'success', message: texts.removed });
    });
  };
  return (
    <PopoverDialog
      name={texts.ask}
      open={isConfirming}
      setOpen={setConfirming}
      content={
        <div className="sg-stack sg-gap-12">
          <p>{texts.ask}</p>
          <div className="sg-row sg-to-end sg-gap-8">
            <Button size="small" onClick={() => setConfirming(false)}>
              {t('kit.cancel')}
            </Button>
            <Button size="small" type="primary" danger onClick={() => void remove()}>
              {texts.remove}
            </Button>
          </div>
        </div>
      }
    >
      <Button danger type="text" icon={<DeleteOutlined aria-hidden />} className="trn-remove">
        {texts.remove}
      </Button>
    </PopoverDialog>
  );
}
