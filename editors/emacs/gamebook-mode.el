;;; gamebook-mode.el --- Write books in the gamebook language  -*- lexical-binding: t; -*-

;; Author: the gamebook authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "27.1"))
;; Keywords: languages, games
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Colours, comments and a list of chapters for *.gbk, and `gamebook lsp' for Eglot.  In your init file:
;;
;;     (add-to-list 'load-path "~/.emacs.d/gamebook")
;;     (require 'gamebook-mode)
;;     (add-hook 'gamebook-mode-hook #'eglot-ensure)
;;
;; The three lists of words are made from the grammar: `make editors'.  The rest is written by hand.

;;; Code:

(require 'outline)

(defgroup gamebook nil
  "Books in the gamebook language."
  :group 'languages)

(defcustom gamebook-server-options '(:hero "average" :hints "all")
  "What the language server is told at its start."
  :type 'plist)

(defconst gamebook-words
  '(
    "account" "after" "aim" "all" "alone" "and" "any" "anytime" "as" "ask" "at" "author" "back"
    "best" "beyond" "book" "both" "box" "busy" "by" "carry" "chapter" "choose" "chooses" "codeword"
    "columns" "combat" "compare" "count" "deadline" "defeat" "dice" "do" "draft" "each" "else"
    "ending" "erase" "escape" "event" "expect" "expected" "exploding" "fight" "fights" "first" "foe"
    "for" "from" "front" "gain" "hero" "highest" "if" "in" "include" "initial" "item" "keep" "knows"
    "language" "ledger" "less" "let" "limit" "local" "lose" "lost" "lowest" "may" "mod" "more"
    "nearest" "none" "not" "note" "number" "of" "on" "one" "one-of" "option" "or" "others"
    "otherwise" "param" "pay" "phrase" "pool" "random" "reader" "repeat" "residual" "resolve"
    "restore" "return" "rival" "roll" "round" "rounds" "rows" "rule" "scope" "score" "secret" "set"
    "sheet" "silent" "start" "stat" "store" "strategy" "strict" "succeed" "swap" "system"
    "systematic" "table" "test" "then" "tick" "ticked" "ties" "time" "times" "to" "together" "until"
    "up" "use" "victory" "visited" "when" "while" "wins" "with" "won" "words" "wounded" "wounds")
  "All words of the language.")

(defconst gamebook-header-words
  '(
    "account" "aim" "anytime" "at" "author" "back" "book" "carry" "codeword" "combat" "draft" "each"
    "expect" "first" "foe" "front" "hero" "include" "item" "language" "let" "limit" "local" "number"
    "one-of" "option" "others" "otherwise" "param" "phrase" "resolve" "round" "rule" "sheet" "start"
    "stat" "strategy" "succeed" "system" "table" "test" "then" "ties" "use" "when" "while" "won"
    "wounds")
  "The words that begin a line of the header.")

(defconst gamebook-fight-words
  '(
    "after" "busy" "each" "escape" "foe" "local" "lost" "on" "then" "together" "with" "won"
    "wounded")
  "The words that begin a line under a fight.")

(defconst gamebook--declaration
  (concat "^[ \t]*\\(" (regexp-opt gamebook-header-words) "\\)\\(?:[^[:alnum:]_'’,.!?;-]\\|$\\)"))

;; A line under a fight looks like `with attack = -2', `after 5 rounds -> 12', `busy "Wolf"' or `each round'; prose may
;; begin with the same words.
(defconst gamebook--fight-line
  (concat "^[ \t]+\\(" (regexp-opt gamebook-fight-words) "\\)"
          "\\(?:[ \t]*\\(?://.*\\)?$\\|[ \t]+\\(?:[\"0-9]\\|//\\|->\\|[^.!?\n]*\\(?:=\\|->\\|[0-9][ \t]*$\\)"
          "\\|[[:alnum:]_-]+[ \t]*$\\)\\)"))

(defun gamebook--header-p (at)
  "Whether AT stands before the first chapter."
  (save-excursion
    (goto-char at)
    (not (re-search-backward "^===[ \t]" nil t))))

(defun gamebook--code-p (at)
  "Whether the text at AT is part of a rule, and no prose."
  (save-excursion
    (goto-char at)
    (beginning-of-line)
    (or (looking-at-p "[ \t]*~")
        (looking-at-p gamebook--fight-line)
        (and (looking-at-p gamebook--declaration) (gamebook--header-p at))
        (let ((line (point)))
          (goto-char at)
          ;; behind -> or in {…} or in [if …]
          (or (looking-back "\\(?:^\\|[^\\]\\)->.*" line)
              (looking-back "\\(?:^\\|[^\\]\\){[^}\n]*" line)
              (and (search-backward "[" line t)
                   (not (eq (char-before) ?\\))
                   (looking-at "\\[[ \t]*\\(?:if\\|knows\\)\\_>[^]\n]*")
                   (< at (match-end 0))))))))

(defun gamebook--find (pattern limit wanted)
  "Find PATTERN before LIMIT; WANTED is asked about the place of its first group."
  (let ((case-fold-search nil) found)
    (while (and (not found) (re-search-forward pattern limit t))
      (if (save-match-data (funcall wanted (match-beginning 1)))
          (setq found t)
        (goto-char (max (match-end 1) (1+ (match-beginning 0))))))
    found))

(defun gamebook--in-code (pattern)
  "A matcher for font-lock: PATTERN, whose first group stands in a rule."
  (lambda (limit) (gamebook--find pattern limit #'gamebook--code-p)))

(defun gamebook--in-header (pattern)
  "A matcher for font-lock: PATTERN, whose first group stands in the header."
  (lambda (limit) (gamebook--find pattern limit #'gamebook--header-p)))

(defconst gamebook-font-lock-keywords
  `(;; comments first: they win
    ("^[ \t]*\\(//[ \t]*---.*\\)$" 1 'font-lock-doc-face)
    ("\\(?:^\\|[ \t]\\)\\(//.*\\)$" 1 'font-lock-comment-face)
    ("\\_<TODO\\_>" 0 'font-lock-warning-face t)
    ;; === 7 The gatehouse
    ("^\\(===\\)[ \t]+\\([^ \t\n]+\\)\\(.*\\)$"
     (1 'font-lock-keyword-face) (2 'font-lock-function-name-face) (3 'bold keep))
    ;; lines by their marks
    ("\\\\[^ \t\n]" 0 'font-lock-regexp-grouping-backslash)
    ("^[ \t]*\\(~\\)" 1 'font-lock-preprocessor-face)
    ("^[ \t]*\\(\\*\\)[ \t]" 1 'font-lock-builtin-face)
    ("\\(->\\)" 1 'font-lock-builtin-face)
    ("^[ \t]+\\(-?[0-9]+\\(?:[ \t]*\\(?:-\\|\\.\\.\\)[ \t]*-?[0-9]+\\)?\\)[ \t]*\\(?::\\|->\\|//\\|$\\)"
     1 'font-lock-constant-face)
    (,(gamebook--in-header gamebook--declaration) 1 'font-lock-type-face)
    ;; what is in a line of rules
    (,(gamebook--in-code "\\(\"\\(?:\\\\.\\|[^\"\\\n]\\)*\"?\\)") 1 'font-lock-string-face keep)
    (,(gamebook--in-code (concat "\\_<\\(" (regexp-opt gamebook-words) "\\)\\_>")) 1 'font-lock-keyword-face)
    ;; a sign is no part of a number: +1, -2
    (,(gamebook--in-code "\\(?:^\\|[^[:alnum:]_]\\)\\([0-9]*d?[0-9]+\\)\\>") 1 'font-lock-constant-face)
    ;; the words of a choice, up to its condition or its turn
    ("^[ \t]*\\*[ \t]+\\(\\(?:\\\\.\\|[^\\\n]\\)*?\\)[ \t]*\\(?:\\[[ \t]*\\(?:if\\|knows\\)\\_>\\|->\\|//\\|$\\)"
     1 'font-lock-string-face keep))
  "The colours of a book.")

(defvar gamebook-mode-syntax-table
  (let ((table (make-syntax-table text-mode-syntax-table)))
    (modify-syntax-entry ?- "_" table)
    (modify-syntax-entry ?_ "_" table)
    table)
  "In a name, hyphens stand between words.")

;;;###autoload
(define-derived-mode gamebook-mode text-mode "Gamebook"
  "Write a book in the gamebook language."
  (setq-local comment-start "// "
              comment-end ""
              comment-start-skip "\\(^\\|[ \t]\\)//+[ \t]*"
              comment-use-syntax nil
              indent-tabs-mode nil
              tab-width 4
              outline-regexp "===[ \t]"
              imenu-generic-expression '((nil "^===[ \t]+\\(.*?\\)[ \t]*\\(?:[ \t]//.*\\)?$" 1))
              font-lock-defaults '(gamebook-font-lock-keywords t)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.gbk\\'" . gamebook-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               `(gamebook-mode . ("gamebook" "lsp" :initializationOptions ,gamebook-server-options))))

(provide 'gamebook-mode)
;;; gamebook-mode.el ends here
