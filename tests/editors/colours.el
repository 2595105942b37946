;; What faces the letters at the places of places.json have, and a line that was made a comment, into told.json.
(require 'json)
(require 'gamebook-mode)

(defun place-name (place)
  (goto-char (point-min))
  (forward-line (1- (aref place 0)))
  (let ((face (get-text-property (+ (point) (1- (aref place 1))) 'face)))
    (if face (symbol-name face) "")))

(let ((book (pop command-line-args-left)) (folder default-directory) faces comment)
  (find-file book)
  (font-lock-mode 1)
  (font-lock-ensure)
  (setq faces (mapcar #'place-name (with-temp-buffer
                                     (insert-file-contents (expand-file-name "places.json" folder))
                                     (json-read))))
  (with-temp-buffer
    (gamebook-mode)
    (insert "item rope")
    (comment-region (point-min) (point-max))
    (setq comment (buffer-string))
    ;; the slashes of an address begin no comment
    (erase-buffer)
    (insert "see http://example.org")
    (comment-dwim nil)
    (unless (string-match-p "^see http://example.org +// $" (buffer-string))
      (error "%S is commented in another place" (buffer-string))))
  (with-temp-file (expand-file-name "told.json" folder)
    (insert (json-encode `((faces . ,(vconcat faces)) (comment . ,comment))))))
