import { DownloadOutlined, SafetyOutlined, TrophyOutlined } from '@ant-design/icons';
import { certificates } from '@contract/certificates.resource';
import { downloadCertificate, verifyAddress } from '@/api/certificate';
import type { ResourceModule } from '@/crud/resource-module';

/** Issued certificates: read-only rows that can be downloaded and verified. */
export const certificatesModule: ResourceModule = {
  definition: certificates,
  route: '/certificates',
  labelKey: 'certificates.title',
  icon: TrophyOutlined,
  widths: { number: 165, staff_id: 170, training_id: 220 },
  rowActions: [
    { name: 'download', icon: DownloadOutlined, act: (row) => downloadCertificate(row.id) },
    {
      name: 'verify',
      icon: SafetyOutlined,
      act: (row) => void window.open(verifyAddress(String(row.code)), '_blank', 'noreferrer'),
    },
  ],
};
