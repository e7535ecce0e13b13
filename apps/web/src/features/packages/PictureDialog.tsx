import { Modal, Anchor, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { pictureAt, PORTFOLIO_WIDTHS } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { messageOf } from '../../lib/errors.ts';
import { trpc } from '../../trpc.ts';
import { notify } from '../../ui/notify.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { adoptPackage, type Package } from './packageCache.ts';
import classes from './PictureDialog.module.css';

export interface PictureDialogProps {
  pkg: Package;
  opened: boolean;
  onClose: () => void;
}

/** Chooses which picture of the portfolio a package shows on the profile. */
export function PictureDialog({ pkg, opened, onClose }: PictureDialogProps) {
  const { data: profile, error } = trpc.profiles.own.useQuery();
  const setPicture = trpc.packages.setPicture.useMutation({
    onSuccess: (saved) => {
      adoptPackage(saved);
      notify('Package updated', saved.pictureId === null ? 'It shows no picture.' : 'Brands see its picture.');
      onClose();
    },
    onError: (failure) => tellFailure(failure, 'Failed to update package'),
  });
  const choose = (pictureId: string | null) => {
    if (!setPicture.isPending) setPicture.mutate({ id: pkg.id, pictureId });
  };
  return (
    <Modal opened={opened} onClose={onClose} title={`A picture for “${pkg.name}”`} size="lg" centered>
      <Stack gap="md">
        {error ? (
          <Text key="error">{messageOf(error, 'Your portfolio could not be loaded')}</Text>
        ) : profile === undefined ? (
          <Skeleton height={200} radius="md" />
        ) : profile.portfolio.length === 0 ? (
          <Text key="empty">
            Your portfolio has no pictures yet.{' '}
            <Anchor component={Link} to={paths.settings()} underline="always">
              Add some in your settings
            </Anchor>
            , then choose one here.
          </Text>
        ) : (
          <ul className={classes.pictures}>
            {profile.portfolio.map((picture, at) => (
              <li key={picture.id}>
                <button
                  type="button"
                  className={classes.picture}
                  aria-pressed={picture.id === pkg.pictureId}
                  aria-label={picture.caption === '' ? `Picture ${at + 1}` : picture.caption}
                  onClick={() => choose(picture.id)}
                >
                  <img src={pictureAt(picture.url, PORTFOLIO_WIDTHS[0])} alt="" loading="lazy" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <Group justify="flex-end" gap="sm">
          {pkg.pictureId !== null && (
            <Button variant="default" loading={setPicture.isPending} onClick={() => choose(null)}>
              Show no picture
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
