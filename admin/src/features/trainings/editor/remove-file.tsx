import { useState } from 'react';
import { Button } from 'antd';
import { DeleteOutlined } from '@ant-design/icons';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import { WorkPopover } from '@/components/work-popover';
import { useSubmit } from '@/components/use-submit';

/** Takes the file of a training away, once that is confirmed. @param words as they are read */
export function RemoveFile({ path, words }: { path: string; words: { remove: string; ask: string; removed: string } }) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const { run } = useSubmit({ toast: true });
  const [asking, setAsking] = useState(false);
  const remove = () => {
    setAsking(false);
    return run(async () => {
      await http.delete(path);
      await invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      notify?.({ type: 'success', message: words.removed });
    });
  };
  return (
    <WorkPopover
      name={words.ask}
      open={asking}
      setOpen={setAsking}
      content={
        <div className="sg-stack sg-gap-12">
          <p>{words.ask}</p>
          <div className="sg-row sg-to-end sg-gap-8">
            <Button size="small" onClick={() => setAsking(false)}>
              {t('kit.cancel')}
            </Button>
            <Button size="small" type="primary" danger onClick={() => void remove()}>
              {words.remove}
            </Button>
          </div>
        </div>
      }
    >
      <Button danger type="text" icon={<DeleteOutlined aria-hidden />} className="trn-remove">
        {words.remove}
      </Button>
    </WorkPopover>
  );
}
